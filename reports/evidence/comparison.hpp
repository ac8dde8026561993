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

/// The best of one problem on the one and on the other.
struct Compared {
    Case about;
    Shot before, after;
    std::string before_kernel, after_kernel;
    Difference difference = Difference::same;

    /// How many times as fast the second is.
    double factor() const { return before.time.median / after.time.median; }
};

/// Every problem that has a best on both, by their ids. Slower or faster is only what lies outside
/// both intervals and more than `margin` apart; where there are too few samples for an interval the
/// margin alone decides.
std::vector<Compared> compare(const Evidence& evidence, const std::string& before,
                              const std::string& after, double margin);

Table as_table(const std::vector<Compared>& all);

}  // namespace hone
