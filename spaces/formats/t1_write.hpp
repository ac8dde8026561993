// SPDX-License-Identifier: MIT
// Writes a space for other tuners.
#pragma once

#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The space as T1, the input format of Kernel Tuner, KTT and BAT. T1 only has the names of
/// parameters: other names are replaced by their values in `known`, or those of the default
/// problem. A constraint with an unknown name is left out. Throws a usage Error for an unknown name
/// in other expressions, and for a space with several launches.
std::string write_t1(const Space& space, const Names& known = {});

}  // namespace hone
