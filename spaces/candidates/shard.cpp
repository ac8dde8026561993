// SPDX-License-Identifier: MIT
// Candidates by their number. A shard has every n-th candidate: this code converts numbers between
// the shard and the whole set, so that callers only see the shard.
#include <fmt/format.h>

#include "spaces/candidates/candidates.hpp"

namespace hone {

void Candidates::keep(const Shard& shard) {
    if (shard.of == 1) return;
    if (!count_)
        throw Error(Exit::usage, "more than 2^128 candidates cannot be split",
                    "narrow the space with --where first");
    shard_ = shard;
    count_ = *count_ > shard.which ? (*count_ - shard.which - 1) / shard.of + 1 : 0;
}

Config Candidates::at(Index index) const {
    if (count_ && index >= *count_) {
        throw Error(
            Exit::usage,
            fmt::format("there is no candidate {}; the space has {}", text(index), text(*count_)),
            "candidates are numbered from 0");
    }
    return at_of_all(index * shard_.of + shard_.which);
}

std::optional<Index> Candidates::index_of(const Config& config) const {
    if (empty()) return std::nullopt;
    const auto index = index_of_all(config);
    if (!index || *index % shard_.of != shard_.which) return std::nullopt;
    return *index / shard_.of;
}

bool Candidates::contains(const Config& config) const {
    if (count_) return index_of(config).has_value();
    return nearest(config) == config;
}

Config Candidates::draw(Random& random) const {
    if (shard_.of > 1) return at(random.below(*count_));
    Config config = fixed_;
    for (const DecisionDiagram& group : groups_) group.at(random.below(group.count()), config);
    return config;
}

// Neighboring numbers differ in the last parameters, so rounding to the shard stays near.
std::optional<Config> Candidates::nearest(const Config& choice) const {
    if (empty()) return std::nullopt;
    Config config = nearest_of_all(choice);
    if (shard_.of == 1) return config;
    const Index index = *index_of_all(config) / shard_.of;
    return at(std::min(index, *count_ - 1));
}

std::optional<Config> Candidates::replacement(const Config& choice) const {
    constexpr std::size_t most_changes = 3;
    if (contains(choice)) return choice;
    const auto found = nearest(choice);
    if (!found) return std::nullopt;
    std::size_t changes = 0;
    for (std::size_t p = 0; p < choice.size(); ++p) changes += choice[p] != (*found)[p] ? 1 : 0;
    return changes <= most_changes ? found : std::nullopt;
}

}  // namespace hone
