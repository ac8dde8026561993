// SPDX-License-Identifier: MIT
// Waiting for a descriptor, with a deadline.
#pragma once

#include <chrono>
#include <optional>
#include <span>

namespace hone {

using Deadline = std::chrono::steady_clock::time_point;
/// Long past: what is there is taken, and nothing is waited for.
inline constexpr Deadline at_once{};

/// Whether there is something to read, or an end, before the deadline. Without a deadline it waits
/// for ever.
bool is_readable(int descriptor, std::optional<Deadline> deadline);
/// The same for several: waits until one of them is.
void wait_for_any(std::span<const int> descriptors, Deadline deadline);
/// Whether something can be written, or nobody is there to read it, before the deadline.
bool is_writable(int descriptor, std::optional<Deadline> deadline);

}  // namespace hone
