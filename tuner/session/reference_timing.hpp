// SPDX-License-Identifier: MIT
// The time of another library for the problem of a session.
#pragma once

#include <chrono>
#include <optional>

#include "db/model/trial.hpp"
#include "tuner/measure/evaluator_bench.hpp"

namespace hone {

/// Its samples, or why there are none; nothing where the time of the bench ends before. Where `share`
/// is limited it is timed once, and again as often as that allows. `is_own`: a user's reference, whose
/// fault is no message of its timing.
std::optional<ReferenceTiming> reference_timing(EvaluatorBench& bench, const Run& run, bool is_own,
                                                std::optional<std::chrono::nanoseconds> share);

}  // namespace hone
