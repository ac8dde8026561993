// SPDX-License-Identifier: MIT
// Walks over a finished diagram. How it comes to be is in grow.cpp.
#include "spaces/diagram.hpp"

#include <algorithm>

namespace hone {

std::size_t Diagram::nodes() const {
    std::size_t total = 0;
    for (const Layer& layer : layers_) total += layer.begin.size() - 1;
    return total;
}

std::size_t Diagram::bytes() const {
    std::size_t total = 0;
    for (const Layer& layer : layers_) {
        total += layer.begin.size() * sizeof(std::uint32_t);
        total +=
            layer.place.size() * (sizeof(std::uint16_t) + sizeof(std::uint32_t) + sizeof(Index));
    }
    return total;
}

void Diagram::at(Index index, Config& config) const {
    std::uint32_t node = 0;
    for (const Layer& layer : layers_) {
        const auto first = layer.before.begin() + layer.begin[node];
        const auto last = layer.before.begin() + layer.begin[node + 1];
        const auto edge = std::upper_bound(first, last, index) - layer.before.begin() - 1;
        const auto e = static_cast<std::size_t>(edge);
        index -= layer.before[e];
        config[layer.parameter] = layer.place[e];
        node = layer.child[e];
    }
}

std::optional<std::uint32_t> Diagram::edge(const Layer& layer, std::uint32_t node,
                                           std::uint16_t place) const {
    const auto first = layer.place.begin() + layer.begin[node];
    const auto last = layer.place.begin() + layer.begin[node + 1];
    const auto found = std::lower_bound(first, last, place);
    if (found == last || *found != place) return std::nullopt;
    return static_cast<std::uint32_t>(found - layer.place.begin());
}

std::optional<Index> Diagram::index_of(const Config& config) const {
    if (layers_.empty()) return std::nullopt;
    Index index = 0;
    std::uint32_t node = 0;
    for (const Layer& layer : layers_) {
        const auto e = edge(layer, node, config[layer.parameter]);
        if (!e) return std::nullopt;
        index += layer.before[*e];
        node = layer.child[*e];
    }
    return index;
}

void Diagram::alternatives(const Config& config, std::size_t depth,
                           std::vector<std::uint16_t>& places) const {
    places.clear();
    std::uint32_t node = 0;
    for (std::size_t l = 0; l < depth; ++l) {
        const auto e = edge(layers_[l], node, config[layers_[l].parameter]);
        if (!e) return;
        node = layers_[l].child[*e];
    }
    const Layer& moved = layers_[depth];
    for (std::uint32_t e = moved.begin[node]; e < moved.begin[node + 1]; ++e) {
        std::optional<std::uint32_t> below = moved.child[e];
        for (std::size_t l = depth + 1; l < layers_.size() && below; ++l) {
            const auto next = edge(layers_[l], *below, config[layers_[l].parameter]);
            below = next ? std::optional(layers_[l].child[*next]) : std::nullopt;
        }
        if (below) places.push_back(moved.place[e]);
    }
}

bool Diagram::nearest(const Cost& cost, Config& config) const {
    if (layers_.empty()) return false;
    // From the last layer up: what the rest of the way costs from each node, and the edge to take.
    std::vector<std::vector<std::uint32_t>> take(layers_.size());
    std::vector<std::uint32_t> below{0};
    for (std::size_t l = layers_.size(); l-- > 0;) {
        const Layer& layer = layers_[l];
        const std::size_t nodes = layer.begin.size() - 1;
        std::vector<std::uint32_t> least(nodes, never);
        take[l].assign(nodes, 0);
        for (std::size_t node = 0; node < nodes; ++node) {
            for (std::uint32_t e = layer.begin[node]; e < layer.begin[node + 1]; ++e) {
                const std::uint32_t own = cost(layer.parameter, layer.place[e]);
                if (own == never || below[layer.child[e]] == never) continue;
                if (own + below[layer.child[e]] < least[node]) {
                    least[node] = own + below[layer.child[e]];
                    take[l][node] = e;
                }
            }
        }
        below = std::move(least);
    }
    if (below[0] == never) return false;
    std::uint32_t node = 0;
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const std::uint32_t e = take[l][node];
        config[layers_[l].parameter] = layers_[l].place[e];
        node = layers_[l].child[e];
    }
    return true;
}

}  // namespace hone
