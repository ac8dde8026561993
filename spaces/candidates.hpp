// SPDX-License-Identifier: MIT
// The legal choices of a space, all of them, numbered, without ever walking the product of the values.
// Parameters that share no constraint form groups of their own; each group is an exact decision
// diagram (spaces/diagram.hpp), and a candidate's number is the mixed-radix number of its groups.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space.hpp"
#include "spaces/value.hpp"

namespace hone {

/// The number of a candidate, from 0.
using Index = WideUnsigned;

/// An Index in decimal digits, for messages.
std::string text(Index index);

/// The chosen values: for each parameter, in written order, the place of its value in the list.
using Config = std::vector<std::uint16_t>;

/// How far a neighbor is.
enum class Step1 { adjacent, any };

class Diagram;

/// Every legal choice of a space under what is known of the problem and the device.
class Candidates {
  public:
    /// `known` stands for the names that are no parameters; `also` restricts further (`--where`).
    /// A constraint that reads a name which stands for nothing is left out, and listed by `left_out`.
    explicit Candidates(const Space& space, const Names& known = {}, std::span<const Constraint> also = {});
    ~Candidates();
    Candidates(Candidates&&) noexcept;
    Candidates& operator=(Candidates&&) noexcept;

    /// How many there are; nothing when more than 2^128 - 1, which then cannot be numbered either.
    std::optional<Index> count() const { return count_; }
    bool empty() const { return count_ == Index{0}; }

    /// The candidate with this number; a usage Error when there are not so many.
    Config at(Index index) const;
    /// The number of this choice, or nothing when it is not legal.
    std::optional<Index> index_of(const Config& config) const;
    bool contains(const Config& config) const;
};

}  // namespace hone
