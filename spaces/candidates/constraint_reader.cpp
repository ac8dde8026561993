// SPDX-License-Identifier: MIT
// From a space's constraints to roots and domains.
#include "spaces/candidates/constraint_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>

#include "spaces/candidates/variable_order.hpp"

namespace hone {
namespace {

using Id = ConstraintGraph::Id;

}  // namespace

ConstraintReader::ConstraintReader(const Space& space, const Names& known,
                                   std::span<const Constraint> also)
    : space_(space), known_(known) {
    if (space.parameters.size() > most_parameters) {
        throw Error(Exit::usage,
                    fmt::format("{}: more than {} parameters", space.name, most_parameters));
    }
    for (const Parameter& parameter : space.parameters) {
        domains_.values.emplace_back();
        domains_.value_indices.emplace_back();
        for (const Value& value : parameter.values) {
            domains_.value_indices.back().push_back(
                static_cast<std::uint16_t>(domains_.values.back().size()));
            domains_.values.back().push_back(words_.code(value));
        }
    }
    for (const Constraint& constraint : space.constraints) apply_if_known(constraint);
    for (const Constraint& constraint : also) apply_if_known(constraint);
    // Smaller domains decide more constraints, so the terms are made again until nothing changes.
    while (make_terms()) continue;
}

bool ConstraintReader::empty() const {
    return impossible_ || std::any_of(domains_.values.begin(), domains_.values.end(),
                                      [](const auto& values) { return values.empty(); });
}

void ConstraintReader::apply_if_known(const Constraint& constraint) {
    const auto& names = constraint.must_hold.names();
    const bool all_known = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        return space_.index_of(name) || known_.contains(name);
    });
    if (all_known) {
        applied_.push_back(&constraint.must_hold);
    } else {
        left_out_.push_back(constraint.reason);
    }
}

// Makes all terms for the present domains. Returns true if a domain became smaller.
bool ConstraintReader::make_terms() {
    graph_.emplace(domains_.values);
    roots_.clear();
    bool thinned = false;
    for (const Expression* expression : applied_) {
        add_root(term_of(*expression));
    }
    std::sort(roots_.begin(), roots_.end());
    roots_.erase(std::unique(roots_.begin(), roots_.end()), roots_.end());
    std::erase_if(roots_, [&](Id root) {
        if ((*graph_)[root].variables.count() > 1) return false;
        thinned = restrict_domain(root) || thinned;
        return true;
    });
    return thinned && !empty();
}

ConstraintGraph::Id ConstraintReader::term_of(const Expression& expression) {
    std::vector<Id> ids;
    for (const Step& step : expression.steps()) {
        const std::array<Id, 3> args{ids.empty() ? 0 : ids[step.args[0]],
                                     ids.empty() ? 0 : ids[step.args[1]],
                                     ids.empty() ? 0 : ids[step.args[2]]};
        if (step.op == Op::number) {
            ids.push_back(graph_->constant(step.number));
        } else if (step.op == Op::word) {
            ids.push_back(graph_->constant(words_.code(step.word)));
        } else if (step.op == Op::name) {
            ids.push_back(named(step.word));
        } else {
            ids.push_back(graph_->make(
                step.op, std::span(args).first(static_cast<std::size_t>(arity(step.op)))));
        }
    }
    return ids.back();
}

ConstraintGraph::Id ConstraintReader::named(const std::string& name) {
    if (const auto parameter = space_.index_of(name)) return graph_->variable(*parameter);
    return graph_->constant(words_.code(known_.find(name)->second));
}

// Splits a top-level conjunction into one constraint per part.
void ConstraintReader::add_root(Id id) {
    const Term& term = (*graph_)[id];
    if (term.op == Op::number) {
        impossible_ = impossible_ || !term.constant.truthy();
    } else if (term.op == Op::both) {
        const std::vector<Id> parts = term.args;
        for (const Id part : parts) add_root(part);
    } else {
        roots_.push_back(id);
    }
}

// Keeps the values of the root's only variable for which the root holds. Returns true if values
// were removed.
bool ConstraintReader::restrict_domain(Id root) {
    const std::size_t variable = (*graph_)[root].variables._Find_first();
    auto& values = domains_.values[variable];
    auto& value_indices = domains_.value_indices[variable];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!graph_->evaluate(root, variable, values[i]).truthy()) continue;
        values[kept] = values[i];
        value_indices[kept++] = value_indices[i];
    }
    const bool thinned = kept < values.size();
    values.resize(kept);
    value_indices.resize(kept);
    return thinned;
}

std::vector<std::vector<std::size_t>> ConstraintReader::connected() const {
    const ConstraintGraph& graph = *graph_;
    std::vector<std::size_t> leader(space_.parameters.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t v) {
        while (leader[v] != v) v = leader[v] = leader[leader[v]];
        return v;
    };
    for (const Id root : roots_) {
        const Variables& variables = graph[root].variables;
        const std::size_t first = variables._Find_first();
        for (std::size_t v = first; v < variables.size(); v = variables._Find_next(v)) {
            const std::size_t a = find(first);
            const std::size_t b = find(v);
            leader[std::max(a, b)] = std::min(a, b);
        }
    }
    std::map<std::size_t, std::vector<std::size_t>> sets;
    for (std::size_t v = 0; v < leader.size(); ++v) {
        if (graph.domain(v).size() > 1) sets[find(v)].push_back(v);
    }
    std::vector<std::vector<std::size_t>> result;
    for (auto& [first, set] : sets) result.push_back(std::move(set));
    return result;
}

std::vector<ParameterGroup> ConstraintReader::groups() const {
    std::vector<ParameterGroup> groups;
    for (const std::vector<std::size_t>& set : connected()) {
        ParameterGroup group;
        std::ranges::copy_if(roots_, std::back_inserter(group.roots), [&](Id root) {
            const Variables& variables = (*graph_)[root].variables;
            return std::ranges::any_of(set, [&](std::size_t v) { return variables.test(v); });
        });
        group.order = choose_order(*graph_, group.roots, set);
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace hone
