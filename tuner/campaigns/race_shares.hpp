// SPDX-License-Identifier: MIT
// How kernels that compete for one problem share its time: half of it is divided evenly, then those that
// are slow have lost, and the others go on. It knows only numbers.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace hone {

/// What the first turn of a kernel came to.
struct FirstTurn {
    std::optional<double> best_ns;  // nothing where no config ran
    bool was_too_short = false;     // to try a config
};

/// The kernels that go on after the first turns: those that took at most twice the time of the fastest, the
/// fastest first; then those of which nothing is known yet.
std::vector<std::size_t> kernels_that_go_on(std::span<const FirstTurn> turns);

/// The shares of the last turns of so many kernels, the fastest kernel's first.
std::vector<std::chrono::nanoseconds> last_turns(std::chrono::nanoseconds limit,
                                                 std::chrono::nanoseconds elapsed,
                                                 std::size_t kernels);

/// The share of a first turn, of `left` kernels that have not had theirs.
std::chrono::nanoseconds first_turn(std::chrono::nanoseconds limit,
                                    std::chrono::nanoseconds elapsed, std::size_t kernels,
                                    std::size_t left);

/// The share of a kernel's only turn that is expected to be far behind.
std::chrono::nanoseconds short_turn(std::chrono::nanoseconds limit);

/// The share of a last turn, of `left` kernels that go on: half of what is left, the last one all of it.
std::chrono::nanoseconds last_turn(std::chrono::nanoseconds limit, std::chrono::nanoseconds elapsed,
                                   std::size_t left);

}  // namespace hone
