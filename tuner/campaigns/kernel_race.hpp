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

/// The kernels that go on after the first turns, the fastest first: those that took at most twice the
/// time of the fastest. Each has its best time so far, or nothing where no config of it ran.
std::vector<std::size_t> kernels_that_go_on(std::span<const std::optional<double>> best_ns);

/// The share of a first turn, of `left` kernels that have not had theirs.
std::chrono::nanoseconds first_turn(std::chrono::nanoseconds limit,
                                    std::chrono::nanoseconds elapsed, std::size_t kernels,
                                    std::size_t left);

/// The share of a last turn, of `left` kernels that go on: half of what is left, the last one all of it.
std::chrono::nanoseconds last_turn(std::chrono::nanoseconds limit, std::chrono::nanoseconds elapsed,
                                   std::size_t left);

}  // namespace hone
