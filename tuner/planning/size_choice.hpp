// SPDX-License-Identifier: MIT
// Chooses the next size to tune: the one whose neighborhood has the largest expected loss for
// applications.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuner/planning/size_sampling.hpp"

namespace hone {

/// The expected loss at a size, in log2 of time; nullopt if unknown. Thread-safe.
using LossAt = std::function<std::optional<double>(const Extents&)>;

/// A size to tune, and its expected loss.
struct SizeChoice {
    Extents size;
    std::optional<double> loss = {};
};

/// A loss in log2 of time as a percentage: "3.2 %".
std::string loss_words(double log2_loss);

/// The tuned sizes in this layout (`here`), and in others (`other_layouts`), for example with a
/// transposed matrix. Sizes of other layouts teach less.
struct TunedSizes {
    std::vector<Extents> here, other_layouts = {};
};

/// The expected loss at a size due to its distance from the tuned sizes, in log2 of time: a config
/// that is fast there may not be the fastest here.
double lost_by_distance(const Extents& size, const TunedSizes& tuned);

/// The mean loss at these sizes: the mean of the known losses plus the mean loss by distance.
/// nullopt if no loss is known.
std::optional<double> mean_loss(const std::vector<Extents>& sizes,
                                const std::vector<std::optional<double>>& known,
                                const TunedSizes& tuned);

/// The first sizes for an empty database: a square in the middle, a thin size and an odd one.
std::vector<Extents> first_sizes(std::span<const Bounds> bounds);

/// Returns different sizes to choose from, more than `count` if the range has that many: round and
/// odd, square and thin, small and large.
std::vector<Extents> open_sizes(std::span<const Bounds> bounds, std::size_t count,
                                std::uint64_t seed);

/// The sizes among which a choice is made.
struct SizePool {
    std::vector<Extents> first;  // chosen in this order, until as many sizes are tuned
    std::vector<Extents> open;   // can be chosen
    std::vector<Extents> drawn;  // drawn as applications use them
};
SizePool size_pool(std::span<const Bounds> bounds, std::size_t count, std::uint64_t seed);

/// Returns the next size of the pool; nullopt if all are tuned.
std::optional<SizeChoice> choose_size(const SizePool& pool, const TunedSizes& tuned,
                                      const LossAt& loss_at);

}  // namespace hone
