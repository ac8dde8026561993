// SPDX-License-Identifier: MIT
// Times another library on the problem of a session.
#pragma once

#include <chrono>
#include <optional>

#include "db/model/trial.hpp"
#include "tuner/measure/evaluator_bench.hpp"

namespace hone {

/// Returns its samples, or the reason why it has none; nullopt if the bench's time ends first. With
/// a limited `share` it is timed once, and repeated as often as the share allows. `is_own` marks a
/// user's reference: its fault is not a message of its timing.
std::optional<ReferenceTiming> reference_timing(EvaluatorBench& bench, const Run& run, bool is_own,
                                                std::optional<std::chrono::nanoseconds> share);

}  // namespace hone
