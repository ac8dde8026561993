// SPDX-License-Identifier: MIT
// Compares two devices, or one under two drivers, problem by problem: differences beyond noise.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "reports/text/table.hpp"

namespace hone {

enum class Difference { slower, same, faster };
constexpr auto words_of(Difference /*any*/) {
    return std::array<std::string_view, 3>{"slower", "as before", "faster"};
}

/// The default margin of a difference in reports.
constexpr double least_difference = 0.05;

/// Slower or faster: the intervals do not overlap and the medians differ by more than `margin`. If
/// samples are too few for an interval, the margin alone decides.
Difference difference(const MedianInterval& before, const MedianInterval& after, double margin);

/// The best of one problem on both devices.
struct ComparedProblem {
    ProblemKey key;
    TrialSummary before, after;
    std::string before_kernel, after_kernel;
    Difference difference = Difference::same;

    /// The speed of the second relative to the first.
    double factor() const { return before.time.median / after.time.median; }
};

/// Compares every problem that has a best on both devices, given by id.
std::vector<ComparedProblem> compare(const Evidence& evidence, const std::string& before,
                                     const std::string& after, double margin);
/// The same for results from two stores, or from two parts of one.
std::vector<ComparedProblem> compare(const Evidence& first, const std::string& before,
                                     const Evidence& second, const std::string& after,
                                     double margin);

/// Summarizes the second device: "faster on 19 of 20 problems; no difference on 1; geometric mean
/// 2.31 × ± 0.02".
std::string verdict_words(const std::vector<ComparedProblem>& all);

/// The devices with exactly this label, name or id; if there are none, those that the words select
/// (matches_device).
std::vector<std::string> devices_called(const Evidence& evidence, const std::string& words);

Table as_table(const std::vector<ComparedProblem>& all);

}  // namespace hone
