// SPDX-License-Identifier: MIT
// When the sentinel is timed, what counts as drift, and what is measured again.
#include "tuner/session/drift_monitor.hpp"

#include <cmath>

namespace hone {
namespace {

constexpr std::size_t check_every = 25;      // trials
constexpr std::size_t sentinel_samples = 7;  // samples of the sentinel
constexpr double sentinel_ns = 1e9;          // of device time for all of them
constexpr double slow_beyond = 2;            // times the best: timing it again takes too long
constexpr std::size_t max_passed_over = 4;   // slow configs that are not made the sentinel
constexpr double relevant_within = 1.1;  // times the best: slower configs lose whatever the drift

}  // namespace

bool is_unchanged(const Estimate& now, const Estimate& before) {
    return !now.known() || !before.known() || tied(now, before) ||
           std::abs(now.median - before.median) <= max_kind_difference * before.median;
}

// Where the intervals overlap although the medians differ more, the difference is noise.
std::optional<double> slowdown(const Estimate& time, const Estimate& reference) {
    if (!time.known() || !is_unchanged(time, reference)) return std::nullopt;
    const double ratio = time.median / reference.median;
    return std::abs(ratio - 1) <= max_kind_difference ? ratio : 1;
}

Estimate DriftMonitor::set_sentinel(const Plan& plan) {
    sentinel_ = plan;
    return sentinel_time_ = time_sentinel();
}

std::vector<std::pair<Config, Trial>> DriftMonitor::after_trial(const Plan& plan,
                                                                const Trial& trial,
                                                                double incumbent_ns) {
    if (trial.outcome != Outcome::ok) return {};
    if (!sentinel_) {
        // The defaults may be many times as slow as what is searched.
        if (trial.purpose == Purpose::default_config) return {};
        const bool slow = incumbent_ns > 0 && trial.time.median > slow_beyond * incumbent_ns;
        if (slow && passed_over_++ < max_passed_over) return {};
        sentinel_ = plan;
        sentinel_time_ = time_sentinel();
        return {};
    }
    if (trial.time.low < relevant_within * incumbent_ns) unconfirmed_.push_back(plan);
    if (++trials_since_check_ < check_every) return {};
    trials_since_check_ = 0;
    const Estimate now = time_sentinel();
    std::vector<std::pair<Config, Trial>> again;
    if (!is_unchanged(now, sentinel_time_)) {
        ++count_;
        sentinel_time_ = now;
        for (const Plan& one : unconfirmed_)
            again.emplace_back(one.config, evaluator_.evaluate(one, Purpose::search, 0));
    }
    unconfirmed_.clear();
    return again;
}

Estimate DriftMonitor::time_sentinel() {
    Sentinel sentinel;
    sentinel.run = run_.id;
    sentinel.config = evaluator_.text_of(sentinel_->config);
    sentinel.samples =
        evaluator_.sample_interleaved({sentinel_->config}, sentinel_samples, sentinel_ns)[0];
    if (sentinel.samples.empty()) return {};
    sentinel.time = estimate(sentinel.samples);
    store_.add(sentinel);
    return sentinel.time;
}

}  // namespace hone
