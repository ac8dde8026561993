// SPDX-License-Identifier: MIT
// A low-discrepancy sequence. It steps by the powers of the root of x^(d+1) = x + 1, which is the
// golden ratio for one extent, so that points stay apart in every dimension.
#include "tuner/planning/size_sampling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "spaces/candidates/random.hpp"

namespace hone {
namespace {

double root_of(std::size_t extents) {
    constexpr int steps = 60;  // each step at least halves the error
    double root = 2;
    for (int i = 0; i < steps; ++i) root = std::pow(1 + root, 1 / static_cast<double>(extents + 1));
    return root;
}

// Rounded to a multiple of a quarter of the next lower power of two: 96 and 112, but 768 and 896.
std::int64_t round_size(double size) {
    const double step = std::max(1.0, std::exp2(std::floor(std::log2(size)) - 2));
    return static_cast<std::int64_t>(std::llround(size / step) * static_cast<std::int64_t>(step));
}

std::int64_t odd(double size) {
    return std::llround(size) | 1;
}

// The size at this fraction of the range on a logarithmic scale.
double between(const Bounds& bounds, double share) {
    const double least = std::log2(static_cast<double>(bounds.least));
    const double most = std::log2(static_cast<double>(bounds.most));
    return std::exp2(least + share * (most - least));
}

std::int64_t within(const Bounds& bounds, std::int64_t size) {
    return std::clamp(size, bounds.least, bounds.most);
}

}  // namespace

std::int64_t round_size_at(const Bounds& bounds, double fraction) {
    return within(bounds, round_size(between(bounds, fraction)));
}

std::int64_t odd_size_at(const Bounds& bounds, double fraction) {
    return within(bounds, odd(between(bounds, fraction)));
}

namespace {

// The n-th point of the sequence.
Extents point(std::span<const Bounds> bounds, double root, std::size_t n) {
    Extents extents;
    for (std::size_t e = 0; e < bounds.size(); ++e) {
        const double step = std::pow(root, -static_cast<double>(e + 1));
        const double fraction = 0.5 + static_cast<double>(n) * step;
        const double share = fraction - std::floor(fraction);
        extents.push_back(n % 2 == 0 ? round_size_at(bounds[e], share)
                                     : odd_size_at(bounds[e], share));
    }
    return extents;
}

// Half of the sizes are in the upper half of the range.
std::int64_t uniform(const Bounds& bounds, Random& random) {
    const std::int64_t sizes = bounds.most - bounds.least + 1;
    return bounds.least + static_cast<std::int64_t>(random.below(static_cast<WideUnsigned>(sizes)));
}

std::int64_t power_of_two(const Bounds& bounds, Random& random) {
    const auto size = static_cast<std::uint64_t>(std::llround(between(bounds, random.real())));
    return within(bounds, static_cast<std::int64_t>(std::bit_floor(size)));
}

}  // namespace

std::vector<Extent> extents_of(const Space& space) {
    std::vector<Extent> extents;
    for (const auto& argument : space.problem) {
        const auto* number = std::get_if<Number>(&argument.second);
        if (number && number->whole() && number->numerator() > 1) extents.push_back(argument);
    }
    return extents;
}

std::vector<Extents> spread_sizes(std::span<const Bounds> bounds, std::size_t count) {
    Extents least;
    Extents most;
    for (const Bounds& each : bounds) {
        least.push_back(each.least);
        most.push_back(each.most);
    }
    std::vector<Extents> all{most, least};
    const double root = root_of(bounds.size());
    for (std::size_t n = 0; all.size() < count; ++n) all.push_back(point(bounds, root, n));
    all.resize(count);
    return all;
}

std::vector<Extents> random_sizes(std::span<const Bounds> bounds, std::size_t count,
                                  std::uint64_t seed) {
    constexpr std::size_t kinds = 3;
    constexpr double thin = 0.3;  // as a fraction of the range on a logarithmic scale
    Random random(seed);
    std::vector<Extents> all;
    for (std::size_t i = 0; i < count; ++i) {
        Extents extents;
        for (const Bounds& each : bounds)
            extents.push_back(i % kinds == 0 ? power_of_two(each, random) : uniform(each, random));
        if (i % kinds == 2 && !bounds.empty()) {
            const auto e = static_cast<std::size_t>(random.below(bounds.size()));
            extents[e] = odd_size_at(bounds[e], thin * random.real());
        }
        all.push_back(extents);
    }
    return all;
}

}  // namespace hone
