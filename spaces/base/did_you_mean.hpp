// SPDX-License-Identifier: MIT
// "Did you mean": the known word that is fewest keystrokes away from the one that was written.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hone {

/// The nearest of `known`, or nothing when none is near enough to be meant.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// ", did you mean 'X'?" where there is a near one, else nothing: the end of a message.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace hone
