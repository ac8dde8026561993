// SPDX-License-Identifier: MIT
// Decides when to time the sentinel, what counts as drift, and which trials to repeat.
#include "tuner/evaluation/drift_monitor.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace hone {
namespace {

constexpr std::size_t check_every = 25;      // trials
constexpr std::size_t sentinel_samples = 7;  // samples of the sentinel
constexpr double sentinel_ns = 1e9;          // of device time for all samples
constexpr double slow_beyond = 2;            // times the best time: too slow for a sentinel
constexpr std::size_t max_passed_over = 4;   // slow configs that are skipped as sentinels
constexpr double relevant_within = 1.1;      // times the best time: slower configs lose anyway

// A disturbance is other work on the same cores.
constexpr double far_behind = 1.4;       // times the best time
constexpr std::size_t in_a_row = 4;      // trials that are this slow
constexpr double clearly_slower = 1.25;  // times the sentinel's earlier time
constexpr double quick_ns = 50e6;        // of all samples of the sentinel: longer runs average it
constexpr std::chrono::milliseconds pause{100};
constexpr int most_pauses = 20;

}  // namespace

bool is_unchanged(const MedianInterval& now, const MedianInterval& before) {
    return !now.known() || !before.known() || tied(now, before) ||
           std::abs(now.median - before.median) <= max_kind_difference * before.median;
}

// If the intervals overlap although the medians differ more, the difference is noise.
std::optional<double> slowdown(const MedianInterval& time, const MedianInterval& reference) {
    if (!time.known() || !is_unchanged(time, reference)) return std::nullopt;
    const double ratio = time.median / reference.median;
    return std::abs(ratio - 1) <= max_kind_difference ? ratio : 1;
}

MedianInterval DriftMonitor::set_sentinel(const Plan& plan) {
    sentinel_ = plan;
    return sentinel_time_ = time_sentinel();
}

DriftMonitor::Measured DriftMonitor::after_trial(const Plan& plan, const Trial& trial,
                                                 double incumbent_ns) {
    if (trial.outcome != Outcome::ok) return {};
    if (!sentinel_) {
        // The default config may be many times slower than the searched configs.
        if (trial.purpose == Purpose::default_config) return {};
        const bool slow = incumbent_ns > 0 && trial.time.median > slow_beyond * incumbent_ns;
        if (slow && passed_over_++ < max_passed_over) return {};
        set_sentinel(plan);
        if (!sentinel_time_.known()) sentinel_.reset();  // another config may run twice
        return {};
    }
    if (trial.time.low < relevant_within * incumbent_ns) unconfirmed_.push_back(plan);
    note_far_behind(plan, trial, incumbent_ns);
    if (!to_repeat_.empty()) return measured_again(std::exchange(to_repeat_, {}), 0);
    if (++trials_since_check_ >= check_every) return check_for_drift();
    return behind_.size() == in_a_row ? after_disturbance(incumbent_ns) : Measured{};
}

DriftMonitor::Measured DriftMonitor::check_for_drift() {
    trials_since_check_ = 0;
    const MedianInterval now = time_sentinel();
    if (!now.known()) {  // the sentinel fails now; the next trial's config replaces it
        sentinel_.reset();
        return {};
    }
    const std::vector<Plan> unconfirmed = std::exchange(unconfirmed_, {});
    if (is_unchanged(now, sentinel_time_)) return {};
    ++count_;
    sentinel_time_ = now;
    behind_.clear();  // these times belong to the earlier speed
    return measured_again(unconfirmed, 0);
}

// The default config may be slow on an undisturbed device, too.
void DriftMonitor::note_far_behind(const Plan& plan, const Trial& trial, double incumbent_ns) {
    if (trial.purpose == Purpose::default_config) return;
    if (incumbent_ns <= 0 || trial.time.low < far_behind * incumbent_ns)
        behind_.clear();
    else
        behind_.push_back(plan);
}

// Plans that the time limit cuts off follow in the next turn.
DriftMonitor::Measured DriftMonitor::measured_again(const std::vector<Plan>& plans,
                                                    double incumbent_ns) {
    Measured again;
    try {
        for (const Plan& one : plans)
            again.emplace_back(one.config, evaluator_.evaluate(one, Purpose::search, incumbent_ns));
    } catch (const TimeIsUp&) {
        to_repeat_.assign(plans.begin() + std::ssize(again), plans.end());
    }
    return again;
}

bool DriftMonitor::is_disturbed() {
    const MedianInterval now = time_sentinel();
    return now.known() && now.low > clearly_slower * sentinel_time_.median;
}

// Waits until the disturbance passes. Returns false if the time is over or the wait exceeds two
// seconds.
bool DriftMonitor::disturbance_passes() {
    const auto end = evaluator_.bench().end();
    for (int i = 0; i < most_pauses; ++i) {
        if (end && std::chrono::steady_clock::now() + pause >= *end) return false;
        std::this_thread::sleep_for(pause);
        if (!is_disturbed()) return true;
    }
    return false;
}

// A slowdown that does not pass is drift. Otherwise only the last four configs were disturbed: they
// are measured again.
DriftMonitor::Measured DriftMonitor::after_disturbance(double incumbent_ns) {
    const bool is_quick = sentinel_time_.median * sentinel_samples <= quick_ns;
    if (!is_quick || !is_disturbed()) return {};
    if (!disturbance_passes()) return check_for_drift();
    return measured_again(std::exchange(behind_, {}), incumbent_ns);
}

MedianInterval DriftMonitor::time_sentinel() {
    Sentinel sentinel;
    sentinel.run = evaluator_.run().id;
    sentinel.config = evaluator_.text_of(sentinel_->config);
    sentinel.samples =
        evaluator_.sample_interleaved({sentinel_->config}, sentinel_samples, sentinel_ns)[0];
    if (sentinel.samples.empty()) return {};
    sentinel.time = median_interval(sentinel.samples);
    evaluator_.store().add(sentinel);
    return sentinel.time;
}

}  // namespace hone
