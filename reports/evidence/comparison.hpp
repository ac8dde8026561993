// SPDX-License-Identifier: MIT
// Two devices, or one under two drivers, problem by problem: what differs beyond noise.
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

/// What counts as a difference in reports.
constexpr double least_difference = 0.05;

/// Slower and faster mean that the intervals do not overlap and the medians differ by more than
/// `margin`; where there are too few samples for an interval the margin alone decides.
Difference difference(const Estimate& before, const Estimate& after, double margin);

/// The best of one problem on both devices.
struct ComparedProblem {
    ProblemKey key;
    TrialSummary before, after;
    std::string before_kernel, after_kernel;
    Difference difference = Difference::same;

    /// How many times as fast the second is.
    double factor() const { return before.time.median / after.time.median; }
};

/// Every problem that has a best on both devices, given by id.
std::vector<ComparedProblem> compare(const Evidence& evidence, const std::string& before,
                                     const std::string& after, double margin);
/// The same for what two stores, or two parts of one, know of the two.
std::vector<ComparedProblem> compare(const Evidence& first, const std::string& before,
                                     const Evidence& second, const std::string& after,
                                     double margin);

/// "faster on 19 of 20 problems; no difference on 1; geometric mean 2.31 × ± 0.02": what the second
/// is.
std::string verdict_words(const std::vector<ComparedProblem>& all);

/// The devices with exactly this label, name or id; where there are none, those that the words
/// select (matches_device).
std::vector<std::string> devices_called(const Evidence& evidence, const std::string& words);

Table as_table(const std::vector<ComparedProblem>& all);

}  // namespace hone
