// SPDX-License-Identifier: MIT
// Decides when a measurement has enough samples. Pure arithmetic on samples, tested without a
// device.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hone {

/// The limits of one measurement. The defaults favor many configs over high precision, since
/// finalists are timed again.
struct SamplingLimits {
    std::size_t min_samples = 7;  ///< the fewest samples with a 95 % interval of the median are 6
    std::size_t max_samples = 200;
    double min_ns = 20e6;  ///< of device time in total
    double max_ns = 0.25e9;
    double target_spread = 0.005;  ///< half the interval's width as a fraction of the median
    std::size_t no_improvement_samples =
        30;                   ///< samples without a tighter interval: it has stopped shrinking
    double incumbent_ns = 0;  ///< the upper bound of the best's interval, or 0
    /// The measurement ends if the fastest sample is this many times the incumbent, after
    /// clearly_slower_ns or min_samples.
    double clearly_slower_factor = 1.5;
    double clearly_slower_ns = 1e6;
    double slower_factor = 1.2;  ///< the same after a long measurement
};

/// Why a measurement stopped, or not_yet.
enum class Stop { not_yet, converged, no_improvement, dominated, clearly_slower, budget_used };

/// The name of the reason.
std::string_view text(Stop stop);

/// The number of a config's samples in each round of an alternating measurement: one, or up to five
/// for short runs, whose times vary more.
std::size_t samples_of_round(double ns);

class StopRule {
  public:
    explicit StopRule(const SamplingLimits& limits) : limits_(limits) {}

    /// Takes all samples so far, of which only the last is new. Returns whether and why to stop.
    Stop update(std::span<const std::int64_t> samples);

  private:
    bool was_seen_for_long(std::size_t samples) const;

    SamplingLimits limits_;
    double spent_ns_ = 0;
    double best_spread_ = 1;
    std::size_t best_spread_at_ = 0;
};

}  // namespace hone
