// SPDX-License-Identifier: MIT
// Scalars that a space declares, beside what the compiler says that a kernel takes: a driver compares
// their sizes alone, and an int for a float has the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/launch/launcher.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The first scalar that is a whole number in the space and a real one in the kernel, or the other
/// way round; empty where there is none, and where the compiler does not tell types.
std::string scalar_misfit(const Space& space, std::string_view precision, const Launcher& launcher,
                          const std::vector<Launch>& launches);

}  // namespace hone
