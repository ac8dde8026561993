// SPDX-License-Identifier: MIT
// How many times as fast, with the noise of both measurements: the ratio of two medians, and the
// geometric mean of several ratios.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "db/model/median_interval.hpp"

namespace hone {

/// A ratio of times, or the geometric mean of several.
struct Speedup {
    double factor = 0;
    /// The standard error of its logarithm; nothing where samples are too few to tell.
    std::optional<double> log_error;

    /// The limits of the 95 % interval; both are the factor where the error is not known.
    double low() const;
    double high() const;
    /// Half the width of the interval.
    double half_width() const { return (high() - low()) / 2; }
    /// "2.31 × ± 0.02", or "2.31 ×, no interval".
    std::string words() const;
};

/// The speedup of `fast` over `slow`. A median's error follows from its interval and what that
/// covers; of a time with one sample it is that of one sample of the other. The two are taken as
/// independent. It is the noise of the samples alone: what a device
/// drifts between two runs is not in it.
Speedup speedup(const Estimate& slow, const Estimate& fast);

/// The geometric mean; its error is known where all errors are.
Speedup geometric_mean(std::span<const Speedup> all);

}  // namespace hone
