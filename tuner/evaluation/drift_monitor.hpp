// SPDX-License-Identifier: MIT
// Detects that the device has become faster or slower: it heats up, changes its clock, or is
// shared. One config, the sentinel, is timed regularly. If its time changes, the trials since its
// last unchanged time are repeated. Other work may also occupy a core for a second or two. So if
// several configs in a row are slow, the sentinel shows whether the configs are slow or the device.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tuner/evaluation/evaluator.hpp"

namespace hone {

/// The largest relative difference between devices of one kind, and between two times of an
/// unchanged device.
constexpr double max_kind_difference = 0.03;

/// Whether two times of one config may be equal: the intervals overlap, or the medians differ by at
/// most that fraction.
bool is_unchanged(const MedianInterval& now, const MedianInterval& before);

/// The ratio of one config's times on two devices of a kind; nullopt if they differ too much to
/// share a search.
std::optional<double> slowdown(const MedianInterval& time, const MedianInterval& reference);

class DriftMonitor {
  public:
    /// Configs with their repeated trials.
    using Measured = std::vector<std::pair<Config, Trial>>;

    explicit DriftMonitor(Evaluator& evaluator) : evaluator_(evaluator) {}

    /// Makes this config the sentinel; returns its time.
    MedianInterval set_sentinel(const Plan& plan);

    /// Call it after each new trial. It times the sentinel from time to time, and returns the
    /// trials that were repeated; usually none.
    Measured after_trial(const Plan& plan, const Trial& trial, double incumbent_ns);

    /// The number of drifts so far.
    std::size_t count() const { return count_; }
    /// The sentinel, if there is one.
    const std::optional<Plan>& sentinel() const { return sentinel_; }
    /// Its time when the device last drifted, or when it became the sentinel.
    const MedianInterval& sentinel_time() const { return sentinel_time_; }

  private:
    MedianInterval time_sentinel();
    void note_far_behind(const Plan& plan, const Trial& trial, double incumbent_ns);
    bool is_disturbed();
    bool disturbance_passes();
    Measured check_for_drift();
    Measured after_disturbance(double incumbent_ns);
    Measured measured_again(const std::vector<Plan>& plans, double incumbent_ns);

    Evaluator& evaluator_;
    std::optional<Plan> sentinel_;
    MedianInterval sentinel_time_;
    std::vector<Plan> unconfirmed_;  // good trials since the sentinel's time was last confirmed
    std::vector<Plan> to_repeat_;    // the time limit cut their repetition off
    std::vector<Plan> behind_;       // the configs of the last trials, all of them slow
    std::size_t trials_since_check_ = 0;
    std::size_t passed_over_ = 0;  // configs that were too slow as sentinels
    std::size_t count_ = 0;
};

}  // namespace hone
