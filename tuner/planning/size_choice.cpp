// SPDX-License-Identifier: MIT
// A tuned size teaches most about nearby sizes. The loss at an untuned size has two parts. The
// estimate yields the first: the cost of a wrong choice among the known configs. The second is the
// advantage of unknown configs, which grows with the distance to the tuned sizes. Both count only
// at the sizes that applications use, so a rare corner of the range comes late.
#include "tuner/planning/size_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "spaces/base/parallel.hpp"

namespace hone {
namespace {

constexpr std::size_t most_compared = 96;  // sizes of the pool that are compared in one choice
constexpr std::size_t most_asked = 48;     // sizes of applications that are compared

// The longest vector, of up to eight elements, that divides an extent.
std::int64_t vector_of(std::int64_t extent) {
    constexpr std::int64_t longest = 8;
    return std::gcd(extent, longest);
}

// The distance in doublings, summed over all extents. Extents that are divisible by different
// vector lengths are farther apart, since a config that reads vectors needs a divisible extent.
double distance(const Extents& a, const Extents& b) {
    constexpr double other_vectors = 0.5;
    double sum = 0;
    for (std::size_t e = 0; e < a.size(); ++e) {
        sum += std::fabs(std::log2(static_cast<double>(a[e]) / static_cast<double>(b[e])));
        if (vector_of(a[e]) != vector_of(b[e])) sum += other_vectors;
    }
    return sum;
}

double distance_to_nearest(const Extents& size, const TunedSizes& tuned) {
    constexpr double other_layout = 1;
    double nearest = 64;  // larger than any distance, for the case that no size is tuned
    for (const Extents& other : tuned.here) nearest = std::min(nearest, distance(size, other));
    for (const Extents& other : tuned.other_layouts)
        nearest = std::min(nearest, other_layout + distance(size, other));
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

// Returns the next first size, while fewer sizes are tuned than there are first sizes. Skips those
// that are near a tuned size in any layout.
std::optional<Extents> first_size_left(const std::vector<Extents>& first, const TunedSizes& tuned) {
    constexpr double beside = 1;
    if (tuned.here.size() + tuned.other_layouts.size() >= first.size()) return std::nullopt;
    const auto left = std::ranges::find_if(
        first, [&](const Extents& size) { return distance_to_nearest(size, tuned) > beside; });
    return left == first.end() ? std::nullopt : std::optional(*left);
}

// The expected advantage of unknown configs over those of sizes this many doublings away, in log2
// of time.
double out_of_reach(double doublings) {
    constexpr double each = 0.03;
    return each * doublings;
}

/// A size that applications use.
struct WantedSize {
    Extents size;
    double to_tuned;  // doublings to the nearest tuned size
    double lost;      // in log2 of time
};

std::vector<WantedSize> wanted_sizes(std::span<const Extents> drawn, const TunedSizes& tuned,
                                     const LossAt& loss_at) {
    std::vector<WantedSize> all;
    for (const Extents& size : drawn.first(std::min(most_asked, drawn.size()))) {
        const double to_tuned = distance_to_nearest(size, tuned);
        if (to_tuned > 0) all.push_back({size, to_tuned, out_of_reach(to_tuned)});
    }
    for_each_index(all.size(),
                   [&](std::size_t i) { all[i].lost += loss_at(all[i].size).value_or(0); });
    return all;
}

// The total loss that tuning this size removes: all at the size itself, less at sizes farther away,
// none where a tuned size is as near.
double lesson(const Extents& size, const std::vector<WantedSize>& wanted) {
    double sum = 0;
    for (const WantedSize& other : wanted) {
        const double apart = distance(size, other.size);
        if (apart < other.to_tuned) sum += other.lost * (1 - apart / other.to_tuned);
    }
    return sum;
}

}  // namespace

std::string loss_words(double log2_loss) {
    return fmt::format("{:.1f} %", 100 * (std::exp2(log2_loss) - 1));
}

double lost_by_distance(const Extents& size, const TunedSizes& tuned) {
    return out_of_reach(distance_to_nearest(size, tuned));
}

std::optional<double> mean_loss(const std::vector<Extents>& sizes,
                                const std::vector<std::optional<double>>& known,
                                const TunedSizes& tuned) {
    double of_known = 0;
    double by_distance = 0;
    std::size_t count = 0;
    for (const auto& loss : known) {
        of_known += loss.value_or(0);
        count += loss ? 1 : 0;
    }
    for (const Extents& size : sizes) by_distance += lost_by_distance(size, tuned);
    if (count == 0) return std::nullopt;
    return of_known / static_cast<double>(count) + by_distance / static_cast<double>(sizes.size());
}

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

std::vector<Extents> open_sizes(std::span<const Bounds> bounds, std::size_t count,
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

SizePool size_pool(std::span<const Bounds> bounds, std::size_t count, std::uint64_t seed) {
    constexpr std::size_t drawn = 96;
    return {first_sizes(bounds), open_sizes(bounds, count, seed),
            random_sizes(bounds, drawn, seed + 2)};
}

std::optional<SizeChoice> choose_size(const SizePool& pool, const TunedSizes& tuned,
                                      const LossAt& loss_at) {
    const std::vector<Extents> open = not_tuned(pool.open, tuned.here);
    if (open.empty()) return std::nullopt;
    if (const auto size = first_size_left(pool.first, tuned)) return SizeChoice{*size};
    const auto wanted = wanted_sizes(pool.drawn, tuned, loss_at);
    const Extents best = *std::ranges::max_element(
        open, {}, [&](const Extents& size) { return lesson(size, wanted); });
    return SizeChoice{best, loss_at(best)};
}

}  // namespace hone
