// SPDX-License-Identifier: MIT
// Finding the worst element, and its message.
#include "kernels/workload/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/workload/parallel_for.hpp"

namespace hone {

bool Comparison::worse(double error_here, double bound_here) const {
    if (std::isnan(error)) return false;
    // Not as a ratio: a bound may be zero.
    return std::isnan(error_here) || error_here * bound > error * bound_here;
}

void Comparison::merge(const Comparison& other) {
    const std::uint64_t all = wrong + other.wrong;
    if (!other.passed && (passed || worse(other.error, other.bound))) *this = other;
    wrong = all;
}

std::string Comparison::text() const {
    if (passed) return "right";
    if (wrong == 0) return fmt::format("{}: {}", where, against);
    const std::string others = wrong == 1 ? "" : fmt::format("; {} elements are wrong", wrong);
    return fmt::format("{} is {:.9g} and should be {:.9g} +- {:.2g} ({}){}", where, got, expected,
                       bound, against, others);
}

Comparison compare_rows(
    std::size_t count, std::size_t width,
    const std::function<Comparison(std::size_t from, std::size_t to)>& compare) {
    std::vector<Comparison> found(parallel_chunks(count, width));
    parallel_for(found.size(), count, [&](std::size_t i, std::size_t from, std::size_t to) {
        found[i] = compare(from, to);
    });
    Comparison all = found[0];
    for (std::size_t i = 1; i < found.size(); ++i) all.merge(found[i]);
    return all;
}

Comparison failure(std::string where, std::string what) {
    Comparison comparison;
    comparison.passed = false;
    comparison.where = std::move(where);
    comparison.against = std::move(what);
    return comparison;
}

}  // namespace hone
