// SPDX-License-Identifier: MIT
// Finds the spaces that a user names, and those that can run a problem on a device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spaces/candidates/plan.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// Returns the spaces that a word names: a routine, a space or a file. Throws a usage Error with
/// the nearest name for any other word.
std::vector<Space> spaces_named(const std::string& word);

/// The name under which results are stored: the name of the space in a file, else the word itself.
std::string stored_name(const std::string& word);

/// The names that spaces_named accepts: routines, then spaces.
std::vector<std::string> known_words();

/// Returns the requirement that the device or the problem does not meet, or nullopt if the kernel
/// can run.
std::optional<std::string> unmet_requirement(const Space& space, const LocalDevice& device,
                                             const Problem& problem);

/// Returns which size of the problem exceeds the device or an argument's type. Empty if none does.
std::string sizes_past_device(const Space& space, const Problem& problem, const Names& known);

/// Whether memory bounds the problem; its inputs are then kept out of the cache by default.
bool is_memory_bound(const Plan& plan);

}  // namespace hone
