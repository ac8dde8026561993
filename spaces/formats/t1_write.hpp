// SPDX-License-Identifier: MIT
// A space for other tuners.
#pragma once

#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The space as T1, the input format that Kernel Tuner, KTT and BAT read. T1 has no names but the
/// parameters: `known` stands for the others, and the default problem where it says nothing. A
/// constraint with a name that stands for nothing is left out; anything else with one is a usage
/// Error, and so is a space of several launches.
std::string write_t1(const Space& space, const Names& known = {});

}  // namespace hone
