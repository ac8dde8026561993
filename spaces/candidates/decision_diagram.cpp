// SPDX-License-Identifier: MIT
// Walks through a finished diagram. decision_diagram_build.cpp builds it.
#include "spaces/candidates/decision_diagram.hpp"

#include <algorithm>

namespace hone {

std::size_t DecisionDiagram::nodes() const {
    return begin_.empty() ? 0 : begin_.size() - 1;
}

std::size_t DecisionDiagram::bytes() const {
    return begin_.size() * sizeof(begin_[0]) + edges_.size() * sizeof(Edge) +
           (before_.size() + before_high_.size()) * sizeof(std::uint64_t);
}

Index DecisionDiagram::before(std::uint32_t edge) const {
    return before_high_.empty() ? Index{before_[edge]}
                                : Index{before_high_[edge]} << 64U | before_[edge];
}

// At each node, from the root down, follows the last edge that has at most `index` choices before
// it. The search in a node has no branches, because which half contains the index is unpredictable.
template <class Size, class Before>
void DecisionDiagram::walk(Size index, const Before& before_edge, Config& config) const {
    std::uint32_t node = root();
    for (const std::size_t parameter : order_) {
        std::uint32_t edge = begin_[node];
        std::uint32_t size = begin_[node + 1] - edge;
        while (size > 1) {
            const std::uint32_t half = size / 2;
            edge += before_edge(edge + half) <= index ? half : 0;
            size -= half;
        }
        index -= before_edge(edge);
        config[parameter] = edges_[edge].value_index;
        node = edges_[edge].child;
    }
}

void DecisionDiagram::at(Index index, Config& config) const {
    if (before_high_.empty()) {
        const std::uint64_t* narrow = before_.data();
        walk(
            static_cast<std::uint64_t>(index),
            [narrow](std::uint32_t edge) { return narrow[edge]; }, config);
    } else {
        walk(
            index, [this](std::uint32_t edge) { return before(edge); }, config);
    }
}

std::optional<std::uint32_t> DecisionDiagram::edge_to(std::uint32_t node,
                                                      std::uint16_t value_index) const {
    const auto first = edges_.begin() + begin_[node];
    const auto last = edges_.begin() + begin_[node + 1];
    const auto found =
        std::lower_bound(first, last, value_index,
                         [](const Edge& edge, std::uint16_t p) { return edge.value_index < p; });
    if (found == last || found->value_index != value_index) return std::nullopt;
    return static_cast<std::uint32_t>(found - edges_.begin());
}

std::optional<Index> DecisionDiagram::index_of(const Config& config) const {
    if (count_ == 0) return std::nullopt;
    Index index = 0;
    std::uint32_t node = root();
    for (const std::size_t parameter : order_) {
        const auto edge = edge_to(node, config[parameter]);
        if (!edge) return std::nullopt;
        index += before(*edge);
        node = edges_[*edge].child;
    }
    return index;
}

void DecisionDiagram::alternatives(const Config& config, std::size_t layer,
                                   std::vector<std::uint16_t>& value_indices) const {
    value_indices.clear();
    std::uint32_t node = root();
    for (std::size_t l = 0; l < layer; ++l) {
        const auto edge = edge_to(node, config[order_[l]]);
        if (!edge) return;
        node = edges_[*edge].child;
    }
    for (std::uint32_t e = begin_[node]; e < begin_[node + 1]; ++e) {
        std::optional<std::uint32_t> below = edges_[e].child;
        for (std::size_t l = layer + 1; l < order_.size() && below; ++l) {
            const auto edge = edge_to(*below, config[order_[l]]);
            below = edge ? std::optional(edges_[*edge].child) : std::nullopt;
        }
        if (below) value_indices.push_back(edges_[e].value_index);
    }
}

// Iterative deepening: the budget grows from zero, so the first path found is the cheapest. Most
// configs are nearly legal, so it is found before much of the diagram is visited.
bool DecisionDiagram::nearest(const Costs& costs, Config& config) const {
    if (count_ == 0) return false;
    std::uint32_t most = 0;
    for (const std::size_t parameter : order_) {
        std::uint32_t dearest = 0;
        for (const std::uint32_t cost : costs[parameter])
            dearest = std::max(dearest, cost == never ? 0 : cost);
        most += dearest;
    }
    std::vector<std::uint32_t> failed(nodes(), 0);
    for (std::uint32_t budget = 0; budget <= most; ++budget) {
        if (descend(root(), 0, budget, costs, failed, config)) return true;
    }
    return false;
}

// Whether a path from this node down fits into the budget. `failed` has, for each node, the largest
// insufficient budget plus one.
bool DecisionDiagram::descend(std::uint32_t node, std::size_t layer, std::uint32_t budget,
                              const Costs& costs, std::vector<std::uint32_t>& failed,
                              Config& config) const {
    if (layer == order_.size()) return true;
    if (failed[node] > budget) return false;
    const std::size_t parameter = order_[layer];
    for (std::uint32_t e = begin_[node]; e < begin_[node + 1]; ++e) {
        const std::uint32_t cost = costs[parameter][edges_[e].value_index];
        if (cost > budget ||
            !descend(edges_[e].child, layer + 1, budget - cost, costs, failed, config))
            continue;
        config[parameter] = edges_[e].value_index;
        return true;
    }
    failed[node] = budget + 1;
    return false;
}

}  // namespace hone
