// SPDX-License-Identifier: MIT
// A tuned size teaches most about the sizes next to it: half as much with every doubling between
// them. So the loss at all of them counts, and a corner of the range waits until its turn.
#include "tuner/planning/size_choice.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

constexpr std::size_t most_compared = 96;  // sizes of the pool for one choice

// In doublings, over all extents.
double distance(const Extents& a, const Extents& b) {
    double sum = 0;
    for (std::size_t e = 0; e < a.size(); ++e)
        sum += std::fabs(std::log2(static_cast<double>(a[e]) / static_cast<double>(b[e])));
    return sum;
}

double distance_to_nearest(const Extents& size, const std::vector<Extents>& others) {
    double nearest = HUGE_VAL;
    for (const Extents& other : others) nearest = std::min(nearest, distance(size, other));
    return nearest;
}

std::vector<Extents> squares(std::span<const Bounds> bounds) {
    constexpr std::size_t steps = 12;
    std::vector<Extents> all;
    for (std::size_t step = 0; step <= steps; ++step) {
        const double fraction = static_cast<double>(step) / steps;
        Extents extents;
        for (const Bounds& each : bounds)
            extents.push_back(step % 3 == 2 ? odd_size_at(each, fraction)
                                            : round_size_at(each, fraction));
        all.push_back(extents);
    }
    return all;
}

std::vector<Extents> not_tuned(const std::vector<Extents>& pool,
                               const std::vector<Extents>& tuned) {
    std::vector<Extents> open;
    for (const Extents& size : pool)
        if (open.size() < most_compared && std::ranges::find(tuned, size) == tuned.end())
            open.push_back(size);
    return open;
}

// The first sizes as long as fewer are tuned, but none beside one that is.
std::optional<Extents> first_size_left(const std::vector<Extents>& first,
                                       const std::vector<Extents>& tuned) {
    constexpr double beside = 1;
    if (tuned.size() >= first.size()) return std::nullopt;
    const auto left = std::ranges::find_if(
        first, [&](const Extents& size) { return distance_to_nearest(size, tuned) > beside; });
    return left == first.end() ? std::nullopt : std::optional(*left);
}

// Of the loss at all sizes, what would be known better once this one is tuned.
double lesson(const Extents& size, const std::vector<Extents>& open,
              const std::vector<std::optional<double>>& losses) {
    double sum = 0;
    for (std::size_t i = 0; i < open.size(); ++i)
        sum += losses[i].value_or(0) * std::exp2(-distance(size, open[i]));
    return sum;
}

}  // namespace

std::vector<Extents> first_sizes(std::span<const Bounds> bounds) {
    constexpr double middle = 0.5;
    constexpr double thin = 0.15;
    constexpr double wide = 0.8;
    constexpr double small = 0.3;
    std::vector<Extents> all(3);
    for (std::size_t e = 0; e < bounds.size(); ++e) {
        all[0].push_back(round_size_at(bounds[e], middle));
        all[1].push_back(round_size_at(bounds[e], e == 0 ? thin : wide));
        all[2].push_back(odd_size_at(bounds[e], small));
    }
    return all;
}

std::vector<Extents> size_pool(std::span<const Bounds> bounds, std::size_t count,
                               std::uint64_t seed) {
    constexpr std::size_t least = 48;
    const std::size_t each = std::max(least, count);
    std::vector<Extents> pool;
    for (const auto& some : {first_sizes(bounds), squares(bounds), spread_sizes(bounds, each),
                             random_sizes(bounds, each, seed)})
        for (const Extents& size : some)
            if (std::ranges::find(pool, size) == pool.end()) pool.push_back(size);
    return pool;
}

std::optional<SizeChoice> choose_size(const std::vector<Extents>& first,
                                      const std::vector<Extents>& pool,
                                      const std::vector<Extents>& tuned, const LossAt& loss_at) {
    const std::vector<Extents> open = not_tuned(pool, tuned);
    if (open.empty()) return std::nullopt;
    if (const auto size = first_size_left(first, tuned)) return SizeChoice{*size};
    std::vector<std::optional<double>> losses;
    for (const Extents& size : open) losses.push_back(loss_at(size));
    const bool known =
        std::ranges::any_of(losses, [](const auto& loss) { return loss.has_value(); });
    const auto worth = [&](const Extents& size) {
        return known ? lesson(size, open, losses) : distance_to_nearest(size, tuned);
    };
    const auto best = std::ranges::max_element(open, {}, worth);
    return SizeChoice{*best, losses[static_cast<std::size_t>(best - open.begin())]};
}

}  // namespace hone
