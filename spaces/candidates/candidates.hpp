// SPDX-License-Identifier: MIT
// All legal configs of a space, numbered, without a walk through the product of all values.
// Parameters that share no constraint form separate groups. Each group is an exact decision
// diagram, and a candidate's number is the mixed-radix number of its groups' choices.
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

/// How the neighbors of a candidate are defined.
enum class Neighborhood {
    adjacent,  ///< one parameter moved to the next higher or lower legal value
    hamming,   ///< one parameter changed to any other value, all others kept
    repaired   ///< one parameter moved to the next value, legal or not; the others changed as
               ///< little as needed
};

/// A part of the candidates, to distribute work: every `of`-th one, starting at `which`.
struct Shard {
    Index which = 0;
    Index of = 1;
};

/// Whether a config satisfies every constraint that can be evaluated with `known`. The same as
/// Candidates::contains, without building the diagrams.
bool is_legal(const Space& space, const Config& config, const Names& known);
/// Whether the config can run. Performance constraints are ignored.
bool may_run(const Space& space, const Config& config, const Names& known);

/// The first candidate, found without building the diagrams; nullopt if there is none.
std::optional<Config> first_candidate(const Space& space, const Names& known);

/// All legal configs of a space for the known problem and device.
class Candidates {
  public:
    /// `known` has the values of names that are not parameters; `also` has further constraints
    /// (`--where`). A constraint that reads an unknown name is left out, and left_out() lists it.
    explicit Candidates(const Space& space, const Names& known = {},
                        std::span<const Constraint> also = {});
    /// Only the listed configs, for example from a recording.
    Candidates(const Space& space, std::span<const Config> listed);

    /// Keeps only this shard, numbered anew. Throws a usage Error if the candidates cannot be
    /// numbered.
    void keep(const Shard& shard);

    /// The number of candidates; nullopt above 2^128 - 1.
    std::optional<Index> count() const { return count_; }
    bool empty() const { return count_ == Index{0}; }

    /// The candidate with this number. Throws a usage Error if the number is too large.
    Config at(Index index) const;
    /// The number of this config; nullopt if it is not legal, or its number is above 2^128 - 1.
    std::optional<Index> index_of(const Config& config) const;
    bool contains(const Config& config) const;

    /// A uniformly distributed random candidate. The set must not be empty.
    Config draw(Random& random) const;
    /// `wanted` different candidates, uniformly distributed, in random order; all of them if there
    /// are fewer.
    std::vector<Config> sample(std::size_t wanted, std::uint64_t seed) const;

    /// The neighbors of a legal candidate, in the order of the parameters.
    std::vector<Config> neighbors(const Config& config, Neighborhood neighborhood) const;
    /// The candidate nearest to any config, legal or not. The distance counts steps from value to
    /// next value. nullopt if the set is empty.
    std::optional<Config> nearest(const Config& choice) const;
    /// The replacement of a config of another problem: the config itself if it is a candidate.
    /// Otherwise the nearest candidate if at most three parameters differ, such as the width of a
    /// copy if the alignment of rows differs, and parameters that depend on it.
    std::optional<Config> replacement(const Config& choice) const;

    /// The reasons of the constraints that read unknown names and were not applied.
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

    Config fixed_;  // values of parameters without a choice; zero elsewhere
    std::vector<std::vector<std::uint16_t>> rank_;     // per parameter: rank of each value
    std::vector<std::vector<std::uint16_t>> by_rank_;  // the inverse
    std::vector<DecisionDiagram> groups_;              // the last one's choice changes fastest
    std::vector<std::pair<std::size_t, std::size_t>>
        layer_of_;                // per parameter: its group and layer
    std::optional<Index> count_;  // of the candidates in the shard
    Shard shard_;
    std::vector<std::string> left_out_;
};

}  // namespace hone
