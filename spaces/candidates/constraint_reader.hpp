// SPDX-License-Identifier: MIT
// Reads a space's constraints into a graph of terms. A constraint on one parameter immediately
// restricts the parameter's domain, a conjunction is split, and the others become roots of the
// graph.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"
#include "spaces/language/word_codes.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The domain of each parameter: its remaining values, and their indices in the parameter's list.
struct Domains {
    std::vector<std::vector<Number>> values;
    std::vector<std::vector<std::uint16_t>> value_indices;
};

/// Parameters that share constraints, in the order of the diagram's layers.
struct ParameterGroup {
    std::vector<std::size_t> order;
    std::vector<ConstraintGraph::Id> roots;  // that read these parameters
};

/// The remaining constraints over the restricted domains: every root reads at least two parameters.
/// The space and the names must outlive this object.
class ConstraintReader {
  public:
    /// A constraint that reads an unknown name is left out.
    ConstraintReader(const Space& space, const Names& known, std::span<const Constraint> also);

    /// Whether it is already known that nothing is legal.
    bool empty() const;
    ConstraintGraph& graph() { return *graph_; }
    const Domains& domains() const { return domains_; }
    std::span<const ConstraintGraph::Id> roots() const { return roots_; }
    /// The reasons of the constraints that were left out.
    const std::vector<std::string>& left_out() const { return left_out_; }

    /// Sorted by their first parameter in declared order.
    std::vector<ParameterGroup> groups() const;

  private:
    std::vector<std::vector<std::size_t>> connected() const;
    void apply_if_known(const Constraint& constraint);
    bool make_terms();
    ConstraintGraph::Id term_of(const Expression& expression);
    ConstraintGraph::Id named(const std::string& name);
    void add_root(ConstraintGraph::Id id);
    bool restrict_domain(ConstraintGraph::Id root);

    const Space& space_;
    const Names& known_;
    WordCodes words_;
    Domains domains_;
    std::vector<const Expression*> applied_;
    std::vector<std::string> left_out_;
    std::optional<ConstraintGraph> graph_;
    std::vector<ConstraintGraph::Id> roots_;
    bool impossible_ = false;
};

}  // namespace hone
