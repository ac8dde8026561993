// SPDX-License-Identifier: MIT
// Evaluates `requires`.
#include "spaces/space/requirement.hpp"

namespace hone {

Requirement requirement_of(const Space& space, const Names& known) {
    if (!space.needs) return {};
    return {space.needs->text(), space.needs->number(lookup_in(known)).truthy()};
}

}  // namespace hone
