// SPDX-License-Identifier: MIT
// The median of samples and its confidence interval, which holds for any distribution. Search,
// command line and report all use this function, so they never disagree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hone {

/// A median in nanoseconds with its interval. The interval runs from one order statistic to
/// another, so it assumes no distribution, only that the samples are independent.
struct Estimate {
    double median = 0;
    double low = 0;
    double high = 0;
    double coverage = 0;    // the probability that [low, high] holds the true median
    std::size_t count = 0;  // of samples

    bool known() const { return count > 0; }
    /// Half the interval's width as a share of the median: how sure it is.
    double spread() const { return known() && median > 0 ? (high - low) / (2 * median) : 0; }
};

/// Estimates the median. The interval is the narrowest symmetric one that covers at least
/// `confidence`; five samples or fewer cannot reach 95 %: theirs is the whole range, and `coverage`
/// says what it is worth.
Estimate estimate(std::span<const std::int64_t> samples, double confidence = 0.95);

/// Whether the two cannot be told apart: both known, and their intervals overlap.
bool tied(const Estimate& a, const Estimate& b);

}  // namespace hone
