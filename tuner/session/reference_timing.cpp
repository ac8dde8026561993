// SPDX-License-Identifier: MIT
// Times CLBlast, if it has the routine.
#include "tuner/session/reference_timing.hpp"

#include <algorithm>
#include <iterator>

#include "tuner/worker/timeouts.hpp"

namespace hone {
namespace {

Samples reference_samples(EvaluatorBench& bench, std::string& message,
                          std::optional<std::chrono::nanoseconds> share) {
    constexpr std::int64_t repeats = 7;
    constexpr int longest_share = 5;  // in shares: one run may take a quarter of the time
    constexpr double forever = 1e9;   // seconds
    if (!share) return bench.reference(repeats, forever, message);
    const double longest = std::chrono::duration<double>(*share).count() * longest_share;
    Samples samples = bench.reference(1, longest, message);
    if (samples.empty()) return samples;
    // The first of these runs is a warm-up, which yields no sample.
    const auto affordable = share->count() / std::max(samples[0], std::int64_t{1}) - 1;
    const auto more = std::min(repeats - 1, affordable);
    if (more > 0)
        std::ranges::move(bench.reference(static_cast<int>(more), longest, message),
                          std::back_inserter(samples));
    return samples;
}

}  // namespace

std::optional<ReferenceTiming> reference_timing(EvaluatorBench& bench, const Run& run, bool is_own,
                                                std::optional<std::chrono::nanoseconds> share) {
    ReferenceTiming reference;
    reference.run = run.id;
    reference.name = "clblast";
    reference.clock = run.clock;
    try {
        reference.samples = reference_samples(bench, reference.message, share);
    } catch (const TimeIsUp&) {
        return std::nullopt;
    }
    if (reference.message.empty() && !is_own) reference.message = bench.reference_fault();
    return reference;
}

}  // namespace hone
