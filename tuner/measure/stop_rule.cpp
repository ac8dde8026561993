// SPDX-License-Identifier: MIT
// The stop rules, each with its reason.
#include "tuner/measure/stop_rule.hpp"

#include <algorithm>
#include <cmath>

#include "db/model/median_interval.hpp"

namespace hone {

std::string_view text(Stop stop) {
    switch (stop) {
        case Stop::not_yet:
            return "not yet";
        case Stop::converged:
            return "converged";
        case Stop::no_improvement:
            return "no improvement";
        case Stop::dominated:
            return "dominated";
        case Stop::clearly_slower:
            return "clearly slower";
        case Stop::budget_used:
            return "budget used";
    }
    return "";
}

std::size_t samples_of_round(double ns) {
    constexpr double most = 5;
    constexpr double enough_ns = 200e3;
    return static_cast<std::size_t>(
        std::clamp(std::ceil(enough_ns / std::max(ns, 1.0)), 1.0, most));
}

Stop StopRule::update(std::span<const std::int64_t> samples) {
    const auto last = static_cast<double>(samples.back());
    spent_ns_ += last;
    // Noise only adds time: if even the fastest sample is far above the best, the config cannot
    // win. However, samples of microseconds may all lie within one disturbance.
    const auto fastest = static_cast<double>(*std::min_element(samples.begin(), samples.end()));
    const bool seen_enough =
        spent_ns_ >= limits_.clearly_slower_ns || samples.size() >= limits_.min_samples;
    const double times_the_best = limits_.incumbent_ns > 0 ? fastest / limits_.incumbent_ns : 0;
    if (seen_enough && times_the_best > limits_.clearly_slower_factor) return Stop::clearly_slower;
    if (was_seen_for_long(samples.size()) && times_the_best > limits_.slower_factor)
        return Stop::clearly_slower;
    if (spent_ns_ >= limits_.max_ns || samples.size() >= limits_.max_samples)
        return Stop::budget_used;
    if (samples.size() < limits_.min_samples) return Stop::not_yet;
    const MedianInterval now = median_interval(samples);
    if (limits_.incumbent_ns > 0 && now.low > limits_.incumbent_ns) return Stop::dominated;
    if (spent_ns_ < limits_.min_ns) return Stop::not_yet;
    if (now.spread() <= limits_.target_spread) return Stop::converged;
    if (now.spread() < best_spread_ * 0.95) {
        best_spread_ = now.spread();
        best_spread_at_ = samples.size();
    }
    return samples.size() - best_spread_at_ >= limits_.no_improvement_samples ? Stop::no_improvement
                                                                              : Stop::not_yet;
}

// Disturbances rarely last this long.
bool StopRule::was_seen_for_long(std::size_t samples) const {
    constexpr double long_ns = 100e6;
    constexpr std::size_t several = 3;
    return spent_ns_ >= long_ns && samples >= several;
}

}  // namespace hone
