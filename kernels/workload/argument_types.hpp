// SPDX-License-Identifier: MIT
// Compares the argument types that a space declares with the kernel's own. A driver checks only the
// sizes of scalars, and nothing of buffers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/launch/launcher.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The first argument of the launched kernels that does not fit: a whole number for a real scalar or the reverse, or a
/// buffer of other elements. Empty if all fit, or if the compiler does not report types.
std::string argument_misfit(const Space& space, std::string_view precision,
                            const std::vector<cl::Kernel>& kernels,
                            const std::vector<Launch>& launches);

}  // namespace hone
