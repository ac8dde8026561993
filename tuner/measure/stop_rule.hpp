// SPDX-License-Identifier: MIT
// When a measurement has enough samples. Pure arithmetic on samples, so it is tested without a
// device.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hone {

/// When to stop. The defaults favor many configs over much precision: finalists are timed again.
struct Patience {
    std::size_t least_samples =
        7;  ///< the fewest from which a 95 % interval of the median follows is 6
    std::size_t most_samples = 200;
    double least_ns = 20e6;  ///< of device time in all
    double most_ns = 1e9;
    double tight = 0.005;  ///< half the interval as a share of the median
    std::size_t stale_samples =
        30;                   ///< so many more without a tighter interval: it has stopped shrinking
    double incumbent_ns = 0;  ///< the upper bound of the best so far; 0 when there is none
    double hopeless = 1.5;    ///< a first sample so many times above it ends the measurement
};

/// Why to stop, or that it is too early.
enum class Stop { not_yet, tight, stale, beaten, hopeless, spent };

/// The word for it.
std::string_view text(Stop stop);

class Stopwatch {
  public:
    explicit Stopwatch(const Patience& patience) : patience_(patience) {}

    /// The verdict after one more sample; `samples` are all so far.
    Stop after(std::span<const std::int64_t> samples);

  private:
    Patience patience_;
    double spent_ns_ = 0;
    double tightest_ = 1;
    std::size_t tightest_at_ = 0;
};

}  // namespace hone
