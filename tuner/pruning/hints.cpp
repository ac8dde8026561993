// SPDX-License-Identifier: MIT
// The hints as a table of names and members, read from the expressions of the space.
#include "tuner/pruning/hints.hpp"

#include <array>

namespace hone {

namespace {

const std::array<std::string, 6> names{"access_bytes", "access_stride", "access_alignment",
                                       "bank_stride",  "independent",   "instructions_per_access"};
constexpr std::array<Hints::Hint Hints::*, 6> members{
    &Hints::access_bytes, &Hints::access_stride, &Hints::access_alignment,
    &Hints::bank_stride,  &Hints::independent,   &Hints::instructions_per_access};

}  // namespace

std::span<const std::string> hint_names() {
    return names;
}

Hints read_hints(const Space& space, const Plan& plan, const Names& known) {
    Hints hints;
    const Names chosen(plan.values.begin(), plan.values.end());
    const auto lookup = lookup_in(chosen, known);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const auto hint = space.resources.find(names[i]); hint != space.resources.end())
            hints.*members[i] = hint->second.whole(lookup);
    return hints;
}

}  // namespace hone
