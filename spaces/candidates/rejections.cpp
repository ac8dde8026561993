// SPDX-License-Identifier: MIT
// Counting with and without: diagrams are cheap enough to build two for each constraint.
#include "spaces/candidates/rejections.hpp"

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
        for (const std::string& name : constraint.must_hold.names()) {
            entry.left_out = entry.left_out || (!space.index_of(name) && !known.contains(name));
        }
        entry.alone = difference(everything, count_with(space, {constraint}, known));
        entry.only = difference(count_with(space, std::move(others), known), legal);
        result.push_back(std::move(entry));
    }
    return result;
}

}  // namespace hone
