// SPDX-License-Identifier: MIT
// Independent errors add in quadrature, on a logarithmic scale.
#include "reports/evidence/speedup.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace hone {
namespace {

constexpr double z95 = 1.959964;  // standard errors of a normal distribution's 95 % interval

// The number of standard errors that contain this share of a normal distribution, by bisection.
double errors_that_hold(double share) {
    double low = 0;
    double high = 10;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (std::erf(middle / std::numbers::sqrt2) < share ? low : high) = middle;
    }
    return high;
}

std::optional<double> log_error(const MedianInterval& time) {
    if (time.count < 2 || time.low <= 0 || time.coverage <= 0) return std::nullopt;
    return std::log(time.high / time.low) / (2 * errors_that_hold(time.coverage));
}

// The standard error of the median of n normal samples is about 1.253 times that of one sample,
// over the root of n.
double of_one_sample(const MedianInterval& time, double error_of_median) {
    constexpr double of_a_median = 1.2533;
    return error_of_median * std::sqrt(static_cast<double>(time.count)) / of_a_median;
}

}  // namespace

double RatioWithError::low() const {
    return ratio * std::exp(-z95 * log_error.value_or(0));
}

double RatioWithError::high() const {
    return ratio * std::exp(z95 * log_error.value_or(0));
}

std::string RatioWithError::words() const {
    const int digits = ratio < 0.1 ? 4 : 2;
    if (!log_error) return fmt::format("{:.{}f} ×, no interval", ratio, digits);
    return fmt::format("{:.{}f} × ± {:.{}f}", ratio, digits, half_width(),
                       std::max(digits, half_width() < 0.01 ? 3 : 2));
}

RatioWithError speedup(const MedianInterval& slow, const MedianInterval& fast) {
    if (slow.median <= 0 || fast.median <= 0) return {};
    RatioWithError ratio{slow.median / fast.median, std::nullopt};
    const auto of_slow = log_error(slow);
    const auto of_fast = log_error(fast);
    if (of_slow || of_fast)
        ratio.log_error = std::hypot(of_slow ? *of_slow : of_one_sample(fast, *of_fast),
                                     of_fast ? *of_fast : of_one_sample(slow, *of_slow));
    return ratio;
}

RatioWithError geometric_mean(std::span<const RatioWithError> all) {
    if (all.empty()) return {};
    double logs = 0;
    double squares = 0;
    bool known = true;
    for (const RatioWithError& one : all) {
        logs += std::log(one.ratio);
        known = known && one.log_error.has_value();
        squares += one.log_error.value_or(0) * one.log_error.value_or(0);
    }
    const auto count = static_cast<double>(all.size());
    RatioWithError mean{std::exp(logs / count), std::nullopt};
    if (known) mean.log_error = std::sqrt(squares) / count;
    return mean;
}

}  // namespace hone
