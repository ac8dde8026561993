// SPDX-License-Identifier: MIT
// When a measurement has enough samples. Pure arithmetic on samples, tested without a device.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hone {

/// Limits of one measurement. The defaults favor many configs over high precision: finalists are
/// timed again.
struct SamplingLimits {
    std::size_t min_samples =
        7;  ///< 6 samples are the fewest that give a 95 % interval of the median
    std::size_t max_samples = 200;
    double min_ns = 20e6;  ///< of device time in total
    double max_ns = 0.25e9;
    double target_spread = 0.005;  ///< half the interval's width as a fraction of the median
    std::size_t no_improvement_samples =
        30;                   ///< so many more without a tighter interval: it has stopped shrinking
    double incumbent_ns = 0;  ///< the upper bound of the best's interval, or 0
    double clearly_slower_factor =
        1.5;  ///< a fastest sample so many times above it ends the measurement …
    double clearly_slower_ns = 1e6;  ///< … once so much was measured, or min_samples
    double slower_factor = 1.2;      ///< and this many times once it was seen for long
};

/// Why a measurement stopped, or not_yet.
enum class Stop { not_yet, converged, no_improvement, dominated, clearly_slower, budget_used };

/// The name of the reason.
std::string_view text(Stop stop);

/// How many samples a config has in each round in which several are timed by turns: one, and up to five of
/// short runs, which differ more.
std::size_t samples_of_round(double ns);

class StopRule {
  public:
    explicit StopRule(const SamplingLimits& limits) : limits_(limits) {}

    /// Takes the samples so far, the last one new, and says whether to stop.
    Stop update(std::span<const std::int64_t> samples);

  private:
    bool was_seen_for_long(std::size_t samples) const;

    SamplingLimits limits_;
    double spent_ns_ = 0;
    double best_spread_ = 1;
    std::size_t best_spread_at_ = 0;
};

}  // namespace hone
