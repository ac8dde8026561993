// SPDX-License-Identifier: MIT
// The types of arguments that a space declares, beside what the compiler says that a kernel takes: a driver
// compares the sizes of scalars alone, and nothing of buffers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/launch/launcher.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The first scalar that is a whole number in the space and a real one in the kernel, or the other
/// way round, and the first buffer of other elements; empty where there is none, and where the compiler
/// does not tell types.
std::string argument_misfit(const Space& space, std::string_view precision,
                            const Launcher& launcher, const std::vector<Launch>& launches);

}  // namespace hone
