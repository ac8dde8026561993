// SPDX-License-Identifier: MIT
// "Did you mean": the known word with the smallest distance to the given one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hone {

/// The word of `known` with the smallest edit distance, or an empty text if none is near enough.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// "; did you mean X?" if there is a near word, else an empty text: the end of a message.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace hone
