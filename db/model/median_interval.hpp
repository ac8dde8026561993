// SPDX-License-Identifier: MIT
// The median of samples and its confidence interval, which is valid for any distribution. Search,
// command line and report all use this function, so they never disagree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hone {

/// A median in nanoseconds with its interval. The interval extends from one order statistic to
/// another, so it assumes no distribution, only independent samples.
struct MedianInterval {
    double median = 0;
    double low = 0;
    double high = 0;
    double coverage = 0;    // the probability that [low, high] contains the true median
    std::size_t count = 0;  // of samples

    bool known() const { return count > 0; }
    /// Half the interval's width relative to the median: the precision of the estimate.
    double spread() const { return known() && median > 0 ? (high - low) / (2 * median) : 0; }
};

/// Estimates the median. The interval is the narrowest symmetric one that covers at least
/// `confidence`. Five samples or fewer cannot reach 95 %: their interval is the whole range, and
/// `coverage` has its probability.
MedianInterval median_interval(std::span<const std::int64_t> samples, double confidence = 0.95);

/// Whether the two cannot be distinguished: both are known, and their intervals overlap.
bool tied(const MedianInterval& a, const MedianInterval& b);

}  // namespace hone
