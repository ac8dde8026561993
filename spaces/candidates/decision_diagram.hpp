// SPDX-License-Identifier: MIT
// The legal choices of one group of parameters as an exact decision diagram: a layer for each
// parameter, a node for each distinct set of continuations, and an edge for each value with a
// continuation. Edges store the number of choices before them, so counting, numbering and finding
// are walks from the root.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"

namespace hone {

/// The number of a candidate, from 0.
using Index = WideUnsigned;

/// A config: for each parameter, in declared order, the index of its value in the list.
using Config = std::vector<std::uint16_t>;

class DecisionDiagram {
  public:
    /// The choices of these variables, in this order, for which all roots hold. `value_indices`
    /// has, for each variable, the indices of the graph's values in the parameter's list. Throws a
    /// usage Error if there are more than 2^128 choices.
    DecisionDiagram(ConstraintGraph& graph, std::span<const ConstraintGraph::Id> roots,
                    std::span<const std::size_t> order,
                    std::span<const std::vector<std::uint16_t>> value_indices);
    /// Only these choices; `values` has the number of values of each parameter.
    DecisionDiagram(std::span<const Config> choices, std::span<const std::size_t> values);

    Index count() const { return count_; }
    std::size_t nodes() const;
    std::size_t bytes() const;

    /// The parameters, from the root down.
    std::span<const std::size_t> order() const { return order_; }

    /// Writes the choice with this number, below count(), into the parameters of this group.
    void at(Index index, Config& config) const;
    /// The number of the choice in this group; nullopt if it is not legal.
    std::optional<Index> index_of(const Config& config) const;

    /// The value indices that the parameter of this layer may take if all others stay.
    void alternatives(const Config& config, std::size_t layer,
                      std::vector<std::uint16_t>& value_indices) const;

    /// By parameter and value index: the cost of the value, or `never`.
    using Costs = std::vector<std::vector<std::uint32_t>>;
    static constexpr std::uint32_t never = ~std::uint32_t{0};
    /// Writes the legal choice with the smallest total cost. Returns false if every choice has a
    /// value that costs `never`.
    bool nearest(const Costs& costs, Config& config) const;

  private:
    struct ExpandedLayer;  // a layer during the forward pass, including dead ends
    struct ReducedLayer;   // a layer after the backward pass, without dead ends
    static std::vector<ExpandedLayer> expand(ConstraintGraph& graph,
                                             std::span<const ConstraintGraph::Id> roots,
                                             std::span<const std::size_t> order);
    static ExpandedLayer expand(std::span<const Config> choices, std::size_t parameter,
                                std::size_t values, std::vector<std::uint32_t>& reached);
    void reduce(const std::vector<ExpandedLayer>& expanded,
                std::span<const std::vector<std::uint16_t>> value_indices);
    ReducedLayer reduce_layer(const ExpandedLayer& layer,
                              std::span<const std::uint16_t> value_indices,
                              const ReducedLayer& below);
    Index add_node(std::span<const std::uint32_t> children,
                   std::span<const std::uint16_t> value_indices, const ReducedLayer& below);
    void add_edge(std::uint16_t value_index, std::uint32_t child, Index before);

    struct Edge {
        std::uint32_t child;
        std::uint16_t value_index;  // ascending within a node
    };
    std::uint32_t root() const { return static_cast<std::uint32_t>(begin_.size() - 2); }
    Index before(std::uint32_t edge) const;
    template <class Size, class Before>
    void walk(Size index, const Before& before_edge, Config& config) const;
    std::optional<std::uint32_t> edge_to(std::uint32_t node, std::uint16_t value_index) const;
    bool descend(std::uint32_t node, std::size_t layer, std::uint32_t budget, const Costs& costs,
                 std::vector<std::uint32_t>& failed, Config& config) const;

    // Nodes are numbered from the last layer up, the root last; the edges of a node are
    // begin_[node]..begin_[node + 1]. An edge stores how many choices of its node come before it,
    // in 64 bits; upper halves are only stored if any is not zero.
    std::vector<std::size_t> order_;
    std::vector<std::uint32_t> begin_;
    std::vector<Edge> edges_;
    std::vector<std::uint64_t> before_;
    std::vector<std::uint64_t> before_high_;
    Index count_ = 0;
};

}  // namespace hone
