// SPDX-License-Identifier: MIT
// Waits for a descriptor, with a deadline.
#pragma once

#include <chrono>
#include <optional>
#include <span>

namespace hone {

using Deadline = std::chrono::steady_clock::time_point;
/// A deadline in the past: returns available data without waiting.
inline constexpr Deadline at_once{};

/// Whether there is data to read, or an end of file, before the deadline. Without a deadline it
/// waits forever.
bool is_readable(int descriptor, std::optional<Deadline> deadline);
/// The same for several descriptors: waits until one is readable.
void wait_for_any(std::span<const int> descriptors, Deadline deadline);
/// Whether writing is possible, or the reader is gone, before the deadline.
bool is_writable(int descriptor, std::optional<Deadline> deadline);

}  // namespace hone
