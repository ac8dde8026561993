// SPDX-License-Identifier: MIT
// Counts candidates with and without each constraint: diagrams are cheap enough to build two for
// each.
#include "spaces/candidates/rejections.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hone {
namespace {

std::optional<Index> difference(std::optional<Index> all, std::optional<Index> kept) {
    return all && kept ? std::optional(*all - *kept) : std::nullopt;
}

std::optional<Index> count_with(Space space, std::vector<Constraint> constraints,
                                const Names& known) {
    space.constraints = std::move(constraints);
    return Candidates(space, known).count();
}

bool reads_unknown(const Space& space, const Constraint& constraint, const Names& known) {
    return std::ranges::any_of(constraint.must_hold.names(), [&](const std::string& name) {
        return !space.index_of(name) && !known.contains(name);
    });
}

// The next combination of the values of these parameters; false after the last one.
bool advance(const Space& space, const std::vector<std::size_t>& parameters,
             std::vector<std::size_t>& at) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (++at[i] < space.parameters[parameters[i]].values.size()) return true;
        at[i] = 0;
    }
    return false;
}

// The first error among the combinations of the values that the constraint reads; only the first
// ones are tried.
std::string fault_of(const Space& space, const Constraint& constraint, const Names& known) {
    constexpr int most = 4096;
    std::vector<std::size_t> parameters;
    for (const std::string& name : constraint.must_hold.names())
        if (const auto p = space.index_of(name)) parameters.push_back(*p);
    std::vector<std::size_t> at(parameters.size());
    int tried = 0;
    do {
        Names values;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Parameter& parameter = space.parameters[parameters[i]];
            values[parameter.name] = parameter.values[at[i]];
        }
        const Number given = constraint.must_hold.number(lookup_in(values, known));
        if (!given.exists()) return given.text();
    } while (++tried < most && advance(space, parameters, at));
    return {};
}

}  // namespace

std::optional<Index> product(const Space& space) {
    Index total = 1;
    for (const Parameter& parameter : space.parameters) {
        if (__builtin_mul_overflow(total, Index{parameter.values.size()}, &total))
            return std::nullopt;
    }
    return total;
}

std::vector<Rejection> rejections(const Space& space, const Names& known) {
    const auto everything = product(space);
    const auto legal = Candidates(space, known).count();
    std::vector<Rejection> result;
    for (std::size_t i = 0; i < space.constraints.size(); ++i) {
        const Constraint& constraint = space.constraints[i];
        std::vector<Constraint> others = space.constraints;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        Rejection entry;
        entry.reason = constraint.reason;
        entry.left_out = reads_unknown(space, constraint, known);
        if (!entry.left_out) entry.fault = fault_of(space, constraint, known);
        entry.alone = difference(everything, count_with(space, {constraint}, known));
        entry.only = difference(count_with(space, std::move(others), known), legal);
        result.push_back(std::move(entry));
    }
    return result;
}

std::string why_no_candidate(const Space& space, const Names& known) {
    if (!Candidates(space, known).empty()) return {};
    for (const Constraint& constraint : space.constraints) {
        if (reads_unknown(space, constraint, known)) continue;
        if (count_with(space, {constraint}, known) != Index{0}) continue;
        const std::string fault = fault_of(space, constraint, known);
        return fmt::format("the constraint '{}' never holds{}", constraint.reason,
                           fault.empty() ? "" : ": it gives " + fault);
    }
    return "no combination of values satisfies all constraints";
}

}  // namespace hone
