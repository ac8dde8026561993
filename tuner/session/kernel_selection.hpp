// SPDX-License-Identifier: MIT
// From words to work: which spaces a user means, and which of them can serve a problem on a device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/session/session.hpp"

namespace hone {

/// The spaces that a word means: those of a routine, one by its name, or a file. A usage Error with
/// the nearest word for anything else.
std::vector<Space> spaces_for(const std::string& word);

/// The words that spaces_for takes, files aside: routines, then spaces.
std::vector<std::string> known_words();

/// What a kernel needs that the device or the problem does not give, or nothing when it can serve.
std::optional<std::string> hindrance(const Space& space, const Found& device,
                                     const Problem& problem);

/// Whether inputs are kept out of the cache when nobody says: where the problem moves so many bytes
/// for what it computes that memory decides.
bool cold_by_nature(const Plan& plan);

}  // namespace hone
