// SPDX-License-Identifier: MIT
// The number of samples below the true median is binomial with p = 1/2. So the k-th smallest and
// the k-th largest sample enclose it with a probability that depends only on n and k.
#include "db/model/median_interval.hpp"

#include <algorithm>
#include <vector>

namespace hone {
namespace {

/// The indices, in sorted order, of the two samples that enclose the median, and the coverage
/// probability.
struct Ranks {
    std::size_t low;
    std::size_t high;
    double coverage;
};

/// C(n, n/2) / 2^n without overflow or underflow for any n.
double central_probability(std::size_t n) {
    double product = 1;
    for (std::size_t i = 1; i <= (n + 1) / 2; ++i)
        product *= static_cast<double>(2 * i - 1) / static_cast<double>(2 * i);
    return product;
}

/// Starts at the middle and widens by one sample on both sides until the coverage suffices.
Ranks enclosing(std::size_t n, double confidence) {
    const std::size_t middle = n / 2;  // the most probable number of samples below the median
    double probability = central_probability(n);
    double coverage = n % 2 == 0 ? probability : 0;
    std::size_t below = n % 2 == 0 ? middle : middle + 1;  // samples from `below` on are inside
    while (coverage < confidence && below > 1) {
        --below;
        if (below != middle)
            probability *= static_cast<double>(below + 1) / static_cast<double>(n - below);
        coverage += 2 * probability;
    }
    return {below - 1, n - below, coverage};
}

double median_of(const std::vector<std::int64_t>& sorted) {
    const auto upper = static_cast<double>(sorted[sorted.size() / 2]);
    if (sorted.size() % 2 == 1) return upper;
    return (static_cast<double>(sorted[sorted.size() / 2 - 1]) + upper) / 2;
}

}  // namespace

MedianInterval median_interval(std::span<const std::int64_t> samples, double confidence) {
    if (samples.empty()) return {};
    std::vector<std::int64_t> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    const double median = median_of(sorted);
    if (sorted.size() == 1) return {median, median, median, 0, 1};
    const Ranks ranks = enclosing(sorted.size(), confidence);
    return {median, static_cast<double>(sorted[ranks.low]), static_cast<double>(sorted[ranks.high]),
            std::min(ranks.coverage, 1.0), sorted.size()};
}

bool tied(const MedianInterval& a, const MedianInterval& b) {
    return a.known() && b.known() && a.low <= b.high && b.low <= a.high;
}

}  // namespace hone
