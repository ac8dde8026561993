// SPDX-License-Identifier: MIT
// Builds a decision diagram in two passes. Forward, layer by layer, prefixes with equal frontiers
// become one node (with listed choices, each prefix is a node of its own). Backward, nodes with
// equal edges are merged and dead ends removed. The result is the smallest diagram for this order;
// only one layer's frontiers are in memory at a time.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "spaces/base/error.hpp"
#include "spaces/candidates/decision_diagram.hpp"
#include "spaces/candidates/level_program.hpp"
#include "spaces/candidates/numbered_rows.hpp"

namespace hone {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};
constexpr std::size_t most_edges = std::size_t{1} << 24U;    // of all layers
constexpr std::size_t most_numbers = std::size_t{1} << 25U;  // in the nodes of one layer

[[noreturn]] void refuse_too_large() {
    throw Error(
        Exit::usage,
        "the candidates of this space cannot be counted: its constraints tie too many values "
        "of too many parameters together",
        "constrain fewer parameters at once, or give them fewer values");
}

}  // namespace

// For each node and each value of its variable: the node of the next layer, or nowhere.
struct DecisionDiagram::ExpandedLayer {
    std::size_t values = 0;
    std::vector<std::uint32_t> child;
};

DecisionDiagram::DecisionDiagram(ConstraintGraph& graph, std::span<const ConstraintGraph::Id> roots,
                                 std::span<const std::size_t> order,
                                 std::span<const std::vector<std::uint16_t>> value_indices)
    : order_(order.begin(), order.end()) {
    reduce(expand(graph, roots, order), value_indices);
}

DecisionDiagram::DecisionDiagram(std::span<const Config> choices,
                                 std::span<const std::size_t> values)
    : order_(values.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::vector<std::vector<std::uint16_t>> value_indices;
    std::vector<ExpandedLayer> layers;
    std::vector<std::uint32_t> reached(choices.size(), 0);
    for (const std::size_t parameter : order_) {
        value_indices.emplace_back(values[parameter]);
        std::iota(value_indices.back().begin(), value_indices.back().end(), std::uint16_t{0});
        layers.push_back(expand(choices, parameter, values[parameter], reached));
    }
    // All choices end in one node.
    for (std::uint32_t& child : layers.back().child)
        if (child != nowhere) child = 0;
    reduce(layers, value_indices);
}

// Adds one layer: `reached` has the present node of each choice, and is updated.
DecisionDiagram::ExpandedLayer DecisionDiagram::expand(std::span<const Config> choices,
                                                       std::size_t parameter, std::size_t values,
                                                       std::vector<std::uint32_t>& reached) {
    const std::size_t nodes =
        reached.empty() ? 1 : 1 + *std::max_element(reached.begin(), reached.end());
    ExpandedLayer layer{values, std::vector<std::uint32_t>(nodes * values, nowhere)};
    std::uint32_t next = 0;
    for (std::size_t c = 0; c < choices.size(); ++c) {
        std::uint32_t& child = layer.child[reached[c] * values + choices[c][parameter]];
        if (child == nowhere) child = next++;
        reached[c] = child;
    }
    return layer;
}

std::vector<DecisionDiagram::ExpandedLayer> DecisionDiagram::expand(
    ConstraintGraph& graph, std::span<const ConstraintGraph::Id> roots,
    std::span<const std::size_t> order) {
    std::vector<ExpandedLayer> layers;
    NumberedRows<Number> before(0);
    before.number(nullptr);
    std::size_t edges = 0;
    for (const LevelProgram& program : compile(graph, roots, order)) {
        const std::span<const Number> values = graph.domain(program.variable);
        edges += before.size() * values.size();
        if (edges > most_edges) refuse_too_large();
        ExpandedLayer layer{values.size(),
                            std::vector<std::uint32_t>(before.size() * values.size(), nowhere)};
        NumberedRows<Number> after(program.outputs.size());
        LevelRunner level(program);
        auto child = layer.child.begin();
        for (std::size_t node = 0; node < before.size(); ++node) {
            for (const Number& value : values) {
                if (const Number* frontier = level.choose(before[node], value))
                    *child = after.number(frontier);
                ++child;
            }
            if (after.size() * program.outputs.size() > most_numbers) refuse_too_large();
        }
        layers.push_back(std::move(layer));
        before = std::move(after);
    }
    return layers;
}

void DecisionDiagram::add_edge(std::uint16_t value_index, std::uint32_t child, Index before) {
    edges_.push_back({child, value_index});
    before_.push_back(static_cast<std::uint64_t>(before));
    const auto high = static_cast<std::uint64_t>(before >> 64U);
    if (high != 0 || !before_high_.empty()) {
        before_high_.resize(before_.size());
        before_high_.back() = high;
    }
}

// The layer below the one that is being reduced.
struct DecisionDiagram::ReducedLayer {
    std::vector<std::uint32_t> becomes{0};  // of each expanded node: its reduced node, or nowhere
    std::vector<Index> count{1};            // of each reduced node: its choices
    std::uint32_t first = 0;                // the number of its first node
};

Index DecisionDiagram::add_node(std::span<const std::uint32_t> children,
                                std::span<const std::uint16_t> value_indices,
                                const ReducedLayer& below) {
    begin_.push_back(static_cast<std::uint32_t>(edges_.size()));
    Index total = 0;
    for (std::size_t v = 0; v < children.size(); ++v) {
        if (children[v] == nowhere) continue;
        add_edge(value_indices[v], below.first + children[v], total);
        if (__builtin_add_overflow(total, below.count[children[v]], &total)) {
            throw Error(Exit::usage,
                        "a group of dependent parameters has more than 2^128 configs, which cannot "
                        "be numbered");
        }
    }
    return total;
}

DecisionDiagram::ReducedLayer DecisionDiagram::reduce_layer(
    const ExpandedLayer& layer, std::span<const std::uint16_t> value_indices,
    const ReducedLayer& below) {
    const auto first = static_cast<std::uint32_t>(begin_.size());
    std::vector<std::uint32_t> becomes(layer.child.size() / layer.values, nowhere);
    std::vector<Index> count;
    NumberedRows<std::uint32_t> rows(layer.values);
    std::vector<std::uint32_t> row(layer.values);
    auto child = layer.child.begin();
    for (std::uint32_t& node : becomes) {
        bool dead = true;
        for (std::uint32_t& to : row) {
            to = *child == nowhere ? nowhere : below.becomes[*child];
            dead = dead && to == nowhere;
            ++child;
        }
        if (dead) continue;
        node = rows.number(row.data());
        if (node == count.size()) count.push_back(add_node(row, value_indices, below));
    }
    return {std::move(becomes), std::move(count), first};
}

void DecisionDiagram::reduce(const std::vector<ExpandedLayer>& expanded,
                             std::span<const std::vector<std::uint16_t>> value_indices) {
    ReducedLayer below;
    for (std::size_t l = expanded.size(); l-- > 0;)
        below = reduce_layer(expanded[l], value_indices[order_[l]], below);
    begin_.push_back(static_cast<std::uint32_t>(edges_.size()));
    count_ = below.becomes[0] == nowhere ? Index{0} : below.count[0];
}

}  // namespace hone
