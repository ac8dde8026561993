// SPDX-License-Identifier: MIT
// Chooses which size is tuned next: where the estimate of times is least sure, so that an
// application would lose most there and at sizes near to it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tuner/planning/size_sampling.hpp"

namespace hone {

/// The loss that is expected at a size, in log2 of time; nothing where nothing is known. Any thread may ask.
using LossAt = std::function<std::optional<double>(const Extents&)>;

/// A size to tune, and the loss that was expected there.
struct SizeChoice {
    Extents size;
    std::optional<double> loss = {};
};

/// Sizes that are tuned: in the layout that is asked about, and in others, such as with a transposed matrix. These
/// teach less.
struct TunedSizes {
    std::vector<Extents> here, elsewhere = {};
};

/// In log2 of time: what is lost at a size since the tuned ones lie so far from it that no config which is
/// fast there is the fastest here.
double lost_by_distance(const Extents& size, const TunedSizes& tuned);

/// The mean of what is lost at these sizes: what is known of some, and by the distance of all. Nothing
/// where nothing is known.
std::optional<double> mean_loss(const std::vector<Extents>& sizes,
                                const std::vector<std::optional<double>>& known,
                                const TunedSizes& tuned);

/// What an empty database begins with: a square in the middle, a thin size, an odd one.
std::vector<Extents> first_sizes(std::span<const Bounds> bounds);

/// Sizes to choose from, each once and more than `count` of them where there are so many: whole and
/// odd, square and thin, small and large.
std::vector<Extents> open_sizes(std::span<const Bounds> bounds, std::size_t count,
                                std::uint64_t seed);

/// The sizes that a choice is made of.
struct SizePool {
    std::vector<Extents> first;  // come in their order, as long as fewer are tuned
    std::vector<Extents> open;   // can be chosen
    std::vector<Extents> drawn;  // as applications ask for them
};
SizePool size_pool(std::span<const Bounds> bounds, std::size_t count, std::uint64_t seed);

/// The next size of the pool, or nothing where all are tuned.
std::optional<SizeChoice> choose_size(const SizePool& pool, const TunedSizes& tuned,
                                      const LossAt& loss_at);

}  // namespace hone
