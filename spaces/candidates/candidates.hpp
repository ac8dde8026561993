// SPDX-License-Identifier: MIT
// The legal choices of a space, all of them, numbered, without ever walking the product of the
// values. Parameters that share no constraint form groups of their own; each group is an exact
// decision diagram, and a candidate's number is the mixed-radix number of its groups' choices.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spaces/candidates/decision_diagram.hpp"
#include "spaces/candidates/random.hpp"
#include "spaces/language/value.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// An Index in decimal digits, for messages.
std::string text(Index index);

/// Which candidates are neighbors of a candidate.
enum class Neighborhood {
    adjacent,  ///< one parameter moved to the next legal value above or below
    hamming,   ///< one parameter changed to any other value, all others kept
    repaired   ///< one parameter moved to the next value, legal or not, and the others as little as
               ///< needed
};

/// A part of the candidates, for work that is shared: every `of`-th one, from `which` on.
struct Shard {
    Index which = 0;
    Index of = 1;
};

/// Whether a config meets every constraint that `known` lets be applied: what Candidates::contains
/// says of it, without a diagram of all others.
bool is_legal(const Space& space, const Config& config, const Names& known);
/// Whether it would run, slowly at worst: what only performance asks for is not looked at.
bool may_run(const Space& space, const Config& config, const Names& known);

/// The first of the candidates, found without a diagram of all others; nothing where there is none.
std::optional<Config> first_candidate(const Space& space, const Names& known);

/// Every legal choice of a space under what is known of the problem and the device.
class Candidates {
  public:
    /// `known` stands for the names that are no parameters; `also` restricts further (`--where`).
    /// A constraint that reads a name which stands for nothing is left out, and listed by
    /// left_out().
    explicit Candidates(const Space& space, const Names& known = {},
                        std::span<const Constraint> also = {});
    /// The listed choices and no others, as somebody recorded them.
    Candidates(const Space& space, std::span<const Config> listed);

    /// Leaves this shard of them alone, numbered anew; a usage Error when they cannot be numbered.
    void keep(const Shard& shard);

    /// How many there are; nothing when there are more than 2^128 - 1.
    std::optional<Index> count() const { return count_; }
    bool empty() const { return count_ == Index{0}; }

    /// The candidate with this number; a usage Error when there are not so many.
    Config at(Index index) const;
    /// The number of this choice, or nothing when it is not legal or its number is past 2^128 - 1.
    std::optional<Index> index_of(const Config& config) const;
    bool contains(const Config& config) const;

    /// One candidate, each as likely as any other; never call it on an empty set.
    Config draw(Random& random) const;
    /// So many different candidates, evenly drawn, in random order; all of them when there are
    /// fewer.
    std::vector<Config> sample(std::size_t wanted, std::uint64_t seed) const;

    /// The candidates near a legal one, in the order of the parameters.
    std::vector<Config> neighbors(const Config& config, Neighborhood neighborhood) const;
    /// The candidate that differs least from any choice, legal or not, counted in steps from value
    /// to next value; nothing when the set is empty.
    std::optional<Config> nearest(const Config& choice) const;
    /// What stands for a choice of another problem: itself where it is a candidate, else the nearest one where
    /// they differ in three parameters at most, such as the width of a copy, where rows are aligned otherwise, and
    /// what goes with it.
    std::optional<Config> stand_in(const Config& choice) const;

    /// The reasons of the constraints that could not be applied, since they read what is not known.
    const std::vector<std::string>& left_out() const { return left_out_; }
    std::size_t groups() const { return groups_.size(); }
    std::size_t nodes() const;
    std::size_t bytes() const;

  private:
    void rank_values(const Space& space);
    void number_groups(const Space& space, const Names& known, std::span<const Constraint> also);
    std::optional<std::uint16_t> next(std::size_t parameter, std::uint16_t value_index,
                                      int direction) const;
    Config at_of_all(Index index) const;
    std::optional<Index> index_of_all(const Config& config) const;
    Config nearest_of_all(const Config& choice) const;
    bool nearest_in(const DecisionDiagram& group, std::optional<std::size_t> pinned,
                    Config& config) const;
    void add_moves(const DecisionDiagram& group, std::size_t layer, const Config& config,
                   Neighborhood neighborhood, std::vector<Config>& moves) const;

    Config fixed_;  // the values that have no choice, zero elsewhere
    std::vector<std::vector<std::uint16_t>> rank_;  // of each parameter's values, in rising order
    std::vector<std::vector<std::uint16_t>> by_rank_;  // and back
    std::vector<DecisionDiagram> groups_;              // the last one's choice changes fastest
    std::vector<std::pair<std::size_t, std::size_t>>
        layer_of_;                // of each parameter: its group and layer
    std::optional<Index> count_;  // of those in the shard
    Shard shard_;
    std::vector<std::string> left_out_;
};

}  // namespace hone
