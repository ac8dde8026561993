// SPDX-License-Identifier: MIT
// Which spaces a user means, and which of them can run a problem on a device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/session/session.hpp"

namespace hone {

/// The spaces that a word names: those of a routine, one by its name, or a file. A usage Error with
/// the nearest name for anything else.
std::vector<Space> spaces_named(const std::string& word);

/// The name under which results are stored: of a file that of its space, else the word itself.
std::string stored_name(const std::string& word);

/// The names that spaces_named takes: routines, then spaces.
std::vector<std::string> known_words();

/// What a kernel requires that the device or the problem does not meet, or nothing when it can run.
std::optional<std::string> unmet_requirement(const Space& space, const LocalDevice& device,
                                             const Problem& problem);

/// What of the problem's sizes the device or the types of the arguments cannot hold, or nothing.
std::string sizes_past_device(const Space& space, const Problem& problem, const Names& known);

/// Whether memory bounds the problem, so that inputs are kept out of the cache by default.
bool is_memory_bound(const Plan& plan);

}  // namespace hone
