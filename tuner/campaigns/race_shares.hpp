// SPDX-License-Identifier: MIT
// Divides the time between the kernels that compete for one problem. Half of the time is divided
// evenly; kernels that are more than twice as slow as the fastest drop out; the rest share what is
// left. The functions only see numbers.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace hone {

/// The result of a kernel's first turn.
struct FirstTurn {
    std::optional<double> best_ns;            // nullopt if no config ran
    bool was_too_short = false;               // too short to try a config
    std::chrono::nanoseconds cut_off_run{0};  // how long the config had run that was then cut off
};

/// Returns the kernels that continue after the first turns. First those that take at most twice the
/// time of the fastest, the fastest first; then those without a result so far, except if the run
/// that was cut off shows that they are slower.
std::vector<std::size_t> kernels_that_go_on(std::span<const FirstTurn> turns);

/// The shares of the last turns, the fastest kernel's first.
std::vector<std::chrono::nanoseconds> last_turns(std::chrono::nanoseconds limit,
                                                 std::chrono::nanoseconds elapsed,
                                                 std::size_t kernels);

/// The share of a first turn; `left` kernels have not had theirs.
std::chrono::nanoseconds first_turn(std::chrono::nanoseconds limit,
                                    std::chrono::nanoseconds elapsed, std::size_t kernels,
                                    std::size_t left);

/// The share of the only turn of a kernel that is expected to be much slower.
std::chrono::nanoseconds short_turn(std::chrono::nanoseconds limit);

/// The share of a last turn; `left` kernels continue. Each gets half of the remaining time, the
/// last one all of it.
std::chrono::nanoseconds last_turn(std::chrono::nanoseconds limit, std::chrono::nanoseconds elapsed,
                                   std::size_t left);

}  // namespace hone
