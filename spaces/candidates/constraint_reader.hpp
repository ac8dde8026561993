// SPDX-License-Identifier: MIT
// A space's constraints as terms over what they leave of each parameter: what reads one parameter
// has thinned out its values, conjunctions are in parts, and what remains ties parameters together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"
#include "spaces/language/word_codes.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// What is left of each parameter: the values, and their places in its list.
struct Domains {
    std::vector<std::vector<Number>> values;
    std::vector<std::vector<std::uint16_t>> places;
};

/// The constraints over the domains that they leave: every root reads at least two parameters. The
/// space and the names must outlive it.
class Reading {
  public:
    /// A constraint that reads a name which stands for nothing is left out.
    Reading(const Space& space, const Names& known, std::span<const Constraint> also);

    /// Nothing is legal, as is known already.
    bool empty() const;
    Circuit& circuit() { return *circuit_; }
    const Domains& domains() const { return domains_; }
    std::span<const Circuit::Id> roots() const { return roots_; }
    /// The reasons of the constraints that were left out.
    const std::vector<std::string>& left_out() const { return left_out_; }

    /// Parameters that are tied by constraints, each set in written order, the sets by their first.
    std::vector<std::vector<std::size_t>> tied() const;

  private:
    void apply_if_known(const Constraint& constraint);
    bool make_terms();
    Circuit::Id term_of(const Expression& expression);
    Circuit::Id named(const std::string& name);
    void add_root(Circuit::Id id);
    bool thin_out(Circuit::Id root);

    const Space& space_;
    const Names& known_;
    Words words_;
    Domains domains_;
    std::vector<const Expression*> applied_;
    std::vector<std::string> left_out_;
    std::optional<Circuit> circuit_;
    std::vector<Circuit::Id> roots_;
    bool impossible_ = false;
};

}  // namespace hone
