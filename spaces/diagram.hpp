// SPDX-License-Identifier: MIT
// The legal choices of one group of parameters as an exact decision diagram: a layer for each
// parameter, a node for each different future, an edge for each value that has one. Edges know how
// many choices lie before them, so counting, numbering and finding are walks from the root.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "spaces/circuit.hpp"

namespace hone {

/// The number of a candidate, from 0.
using Index = WideUnsigned;

/// The chosen values: for each parameter, in written order, the place of its value in the list.
using Config = std::vector<std::uint16_t>;

class Diagram {
  public:
    /// The choices of these variables, in this order, for which all roots hold. `places` has, for
    /// each variable, the places of the circuit's values in the parameter's list. Throws a usage
    /// Error when there are more than 2^128 choices.
    Diagram(Circuit& circuit, std::span<const Circuit::Id> roots,
            std::span<const std::size_t> order, std::span<const std::vector<std::uint16_t>> places);

    Index count() const { return count_; }
    std::size_t nodes() const;
    std::size_t bytes() const;

    /// The parameters, from the root down.
    std::span<const std::size_t> order() const { return order_; }

    /// Writes the choice with this number, below count(), into the parameters of this group.
    void at(Index index, Config& config) const;
    /// The number of the choice in this group, or nothing when it is not legal.
    std::optional<Index> index_of(const Config& config) const;

    /// The places that the parameter on this layer may take with all the others as they are.
    void alternatives(const Config& config, std::size_t layer,
                      std::vector<std::uint16_t>& places) const;

    /// What it costs to take a place on a layer, for `nearest`.
    using Cost = std::function<std::uint32_t(std::size_t parameter, std::uint16_t place)>;
    static constexpr std::uint32_t never = ~std::uint32_t{0};
    /// Writes the legal choice of least total cost; false when every one costs `never`.
    bool nearest(const Cost& cost, Config& config) const;

  private:
    struct Layer {
        std::size_t parameter = 0;
        std::vector<std::uint32_t> begin;  ///< of each node's edges, and one past the last
        std::vector<std::uint16_t> place;  ///< of the value, rising within a node
        std::vector<std::uint32_t> child;  ///< node of the next layer
        std::vector<Index> before;         ///< choices of the node that come before this edge
    };
    struct Grown;  // a layer while it is built, with the dead ends that only the way back finds
    static std::vector<Grown> grow(Circuit& circuit, std::span<const Circuit::Id> roots,
                                   std::span<const std::size_t> order);
    void reduce(const std::vector<Grown>& grown,
                std::span<const std::vector<std::uint16_t>> places);
    std::optional<std::uint32_t> edge(const Layer& layer, std::uint32_t node,
                                      std::uint16_t place) const;

    std::vector<std::size_t> order_;
    std::vector<Layer> layers_;
    Index count_ = 0;
};

}  // namespace hone
