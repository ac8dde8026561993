// SPDX-License-Identifier: MIT
// "Did you mean": the known word that is fewest keystrokes away from the one that was written.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hone {

/// The word of `known` with the least edit distance, or an empty text when none is near enough.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// "; did you mean X?" where there is a near one, else nothing: the end of a message.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace hone
