// SPDX-License-Identifier: MIT
// From a space to its candidates: each group of parameters that share constraints builds its
// diagram; all other operations use the groups.
#include "spaces/candidates/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "spaces/candidates/constraint_reader.hpp"

namespace hone {

std::string text(Index index) {
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(index % 10)));
        index /= 10;
    } while (index != 0);
    return digits;
}

namespace {

bool meets(const Space& space, const Config& config, const Names& known, const auto& is_asked) {
    Names chosen;
    for (std::size_t p = 0; p < config.size(); ++p)
        chosen[space.parameters[p].name] = space.parameters[p].values[config[p]];
    return std::ranges::all_of(space.constraints, [&](const Constraint& constraint) {
        if (!is_asked(constraint)) return true;
        const bool is_applied = std::ranges::all_of(
            constraint.must_hold.names(),
            [&](const std::string& name) { return chosen.contains(name) || known.contains(name); });
        return !is_applied || constraint.must_hold.number(lookup_in(chosen, known)).truthy();
    });
}

}  // namespace

bool is_legal(const Space& space, const Config& config, const Names& known) {
    return meets(space, config, known, [](const Constraint&) { return true; });
}

bool may_run(const Space& space, const Config& config, const Names& known) {
    return meets(space, config, known, [](const Constraint& constraint) {
        return constraint.kind == Constraint::Kind::legality;
    });
}

Candidates::Candidates(const Space& space, const Names& known, std::span<const Constraint> also)
    : fixed_(space.parameters.size(), 0) {
    rank_values(space);
    number_groups(space, known, also);
}

Candidates::Candidates(const Space& space, std::span<const Config> listed)
    : fixed_(space.parameters.size(), 0) {
    rank_values(space);
    std::vector<std::size_t> values;
    for (const Parameter& parameter : space.parameters) {
        layer_of_.emplace_back(0, values.size());
        values.push_back(parameter.values.size());
    }
    count_ = 0;
    if (listed.empty()) return;
    groups_.emplace_back(listed, values);
    count_ = groups_.back().count();
}

void Candidates::rank_values(const Space& space) {
    for (const Parameter& parameter : space.parameters) {
        const auto& values = parameter.values;
        std::vector<std::uint16_t> value_indices(values.size());
        std::iota(value_indices.begin(), value_indices.end(), std::uint16_t{0});
        const bool numbers = std::all_of(values.begin(), values.end(), [](const Value& v) {
            return std::holds_alternative<Number>(v);
        });
        // Words have no order except the declared one.
        if (numbers) {
            std::stable_sort(
                value_indices.begin(), value_indices.end(), [&](std::uint16_t a, std::uint16_t b) {
                    return less(std::get<Number>(values[a]), std::get<Number>(values[b])).truthy();
                });
        }
        std::vector<std::uint16_t> rank(values.size());
        for (std::size_t r = 0; r < value_indices.size(); ++r)
            rank[value_indices[r]] = static_cast<std::uint16_t>(r);
        rank_.push_back(std::move(rank));
        by_rank_.push_back(std::move(value_indices));
    }
}

void Candidates::number_groups(const Space& space, const Names& known,
                               std::span<const Constraint> also) {
    ConstraintReader reading(space, known, also);
    left_out_ = reading.left_out();
    count_ = reading.empty() ? 0 : 1;
    if (reading.empty()) return;
    const auto& value_indices = reading.domains().value_indices;
    for (std::size_t p = 0; p < fixed_.size(); ++p) fixed_[p] = value_indices[p][0];
    layer_of_.assign(fixed_.size(), {0, 0});
    for (const ParameterGroup& group : reading.groups()) {
        for (std::size_t l = 0; l < group.order.size(); ++l)
            layer_of_[group.order[l]] = {groups_.size(), l};
        groups_.emplace_back(reading.graph(), group.roots, group.order, value_indices);
        Index product = 0;
        const bool fits =
            count_ && !__builtin_mul_overflow(*count_, groups_.back().count(), &product);
        // An empty group makes the whole set empty, for any number of choices in the others.
        if (groups_.back().count() == 0) {
            groups_.clear();
            count_ = 0;
            return;
        }
        count_ = fits ? std::optional(product) : std::nullopt;
    }
}

Config Candidates::at_of_all(Index index) const {
    Config config = fixed_;
    for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
        const Index choices = group->count();
        constexpr Index narrow = ~std::uint64_t{0};
        if (index <= narrow && choices <= narrow) {
            group->at(static_cast<std::uint64_t>(index) % static_cast<std::uint64_t>(choices),
                      config);
            index = static_cast<std::uint64_t>(index) / static_cast<std::uint64_t>(choices);
        } else {
            group->at(index % choices, config);
            index /= choices;
        }
    }
    return config;
}

std::optional<Index> Candidates::index_of_all(const Config& config) const {
    if (config.size() != fixed_.size()) return std::nullopt;
    Index index = 0;
    Config rebuilt = config;
    for (const DecisionDiagram& group : groups_) {
        const auto part = group.index_of(config);
        if (!part || __builtin_mul_overflow(index, group.count(), &index) ||
            __builtin_add_overflow(index, *part, &index)) {
            return std::nullopt;
        }
        for (const std::size_t parameter : group.order()) rebuilt[parameter] = fixed_[parameter];
    }
    // A parameter without a group has only one value.
    return rebuilt == fixed_ ? std::optional(index) : std::nullopt;
}

std::vector<Config> Candidates::sample(std::size_t wanted, std::uint64_t seed) const {
    std::vector<Config> drawn;
    if (count_) {
        const auto size = static_cast<std::size_t>(std::min<Index>(wanted, *count_));
        if (size == 0) return drawn;
        const Shuffle shuffle(*count_, seed);
        for (std::size_t i = 0; i < size; ++i) drawn.push_back(at(shuffle[i]));
        return drawn;
    }
    Random random(seed);
    std::set<Config> seen;
    while (drawn.size() < wanted) {
        Config config = draw(random);
        if (seen.insert(config).second) drawn.push_back(std::move(config));
    }
    return drawn;
}

std::optional<std::uint16_t> Candidates::next(std::size_t parameter, std::uint16_t value_index,
                                              int direction) const {
    const auto& order = by_rank_[parameter];
    const int rank = rank_[parameter][value_index] + direction;
    if (rank < 0 || rank >= static_cast<int>(order.size())) return std::nullopt;
    return order[static_cast<std::size_t>(rank)];
}

std::vector<Config> Candidates::neighbors(const Config& config, Neighborhood neighborhood) const {
    std::vector<Config> moves;
    for (std::size_t parameter = 0; parameter < fixed_.size(); ++parameter) {
        if (groups_.empty()) break;
        const auto [group, layer] = layer_of_[parameter];
        if (groups_[group].order()[layer] == parameter)
            add_moves(groups_[group], layer, config, neighborhood, moves);
    }
    if (shard_.of > 1) std::erase_if(moves, [&](const Config& move) { return !contains(move); });
    return moves;
}

void Candidates::add_moves(const DecisionDiagram& group, std::size_t layer, const Config& config,
                           Neighborhood neighborhood, std::vector<Config>& moves) const {
    const std::size_t parameter = group.order()[layer];
    const std::uint16_t value_index = config[parameter];
    const auto move = [&](std::uint16_t to) {
        moves.push_back(config);
        moves.back()[parameter] = to;
    };
    if (neighborhood == Neighborhood::repaired) {
        for (const int direction : {-1, 1}) {
            const auto to = next(parameter, value_index, direction);
            if (!to) continue;
            move(*to);
            if (!nearest_in(group, parameter, moves.back())) moves.pop_back();
        }
        return;
    }
    std::vector<std::uint16_t> others;
    group.alternatives(config, layer, others);
    const auto& rank = rank_[parameter];
    const std::uint16_t here = rank[value_index];
    if (neighborhood == Neighborhood::hamming) {
        for (const std::uint16_t other : others) {
            if (other != value_index) move(other);
        }
        return;
    }
    std::sort(others.begin(), others.end(), [&](auto a, auto b) { return rank[a] < rank[b]; });
    const auto above =
        std::find_if(others.begin(), others.end(), [&](auto other) { return rank[other] > here; });
    const auto below = std::find_if(others.rbegin(), others.rend(),
                                    [&](auto other) { return rank[other] < here; });
    if (below != others.rend()) move(*below);
    if (above != others.end()) move(*above);
}

bool Candidates::nearest_in(const DecisionDiagram& group, std::optional<std::size_t> pinned,
                            Config& config) const {
    DecisionDiagram::Costs costs(fixed_.size());
    for (const std::size_t parameter : group.order()) {
        const auto& rank = rank_[parameter];
        const int wished = rank[config[parameter]];
        for (const int other : rank) {
            const bool out = parameter == pinned && other != wished;
            costs[parameter].push_back(out ? DecisionDiagram::never
                                           : static_cast<std::uint32_t>(std::abs(other - wished)));
        }
    }
    return group.nearest(costs, config);
}

Config Candidates::nearest_of_all(const Config& choice) const {
    Config config = fixed_;
    for (const DecisionDiagram& group : groups_) {
        for (const std::size_t parameter : group.order()) config[parameter] = choice[parameter];
        nearest_in(group, std::nullopt, config);
    }
    return config;
}

std::size_t Candidates::nodes() const {
    return std::accumulate(
        groups_.begin(), groups_.end(), std::size_t{0},
        [](std::size_t sum, const DecisionDiagram& group) { return sum + group.nodes(); });
}

std::size_t Candidates::bytes() const {
    return std::accumulate(
        groups_.begin(), groups_.end(), std::size_t{0},
        [](std::size_t sum, const DecisionDiagram& group) { return sum + group.bytes(); });
}

}  // namespace hone
