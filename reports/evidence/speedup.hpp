// SPDX-License-Identifier: MIT
// Ratios with the noise of both measurements: the speedup of one median over another, and the
// geometric mean of several ratios.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "db/model/median_interval.hpp"

namespace hone {

/// A speedup or a share, or the geometric mean of several.
struct RatioWithError {
    double ratio = 0;
    /// The standard error of its logarithm; empty if the samples are too few.
    std::optional<double> log_error;

    /// The limits of the 95 % interval; both equal the ratio if the error is unknown.
    double low() const;
    double high() const;
    /// Half the width of the interval.
    double half_width() const { return (high() - low()) / 2; }
    /// "2.31 × ± 0.02", or "2.31 ×, no interval".
    std::string words() const;
};

/// The speedup of `fast` over `slow`. A median's error follows from its interval and the interval's
/// coverage; a time with one sample gets the other's error of one sample. The two are taken as
/// independent. The error covers the noise of the samples only, not a device's drift between two
/// runs.
RatioWithError speedup(const MedianInterval& slow, const MedianInterval& fast);

/// The geometric mean; its error is known if all errors are.
RatioWithError geometric_mean(std::span<const RatioWithError> all);

}  // namespace hone
