// SPDX-License-Identifier: MIT
// A space's ladder made concrete: each rung's values on top of those of the rungs before, and the
// legal config that is nearest to them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spaces/candidates/candidates.hpp"

namespace hone {

/// One step from plain to tuned.
struct Rise {
    std::string name;
    Config wanted;
    Config legal;  // the same where that is legal
};

/// What each rung for a precision asks for, legal or not: its values on top of those before it,
/// from the first value of each parameter on.
std::vector<Config> climbed(const Space& space, std::string_view precision);

/// Every rung for a precision in order; none where there is no ladder or no candidate.
std::vector<Rise> rises(const Space& space, std::string_view precision,
                        const Candidates& candidates);

/// The value's place in the parameter's list; a usage Error that lists what there is.
std::uint16_t place_of(const Parameter& parameter, const Value& value);

}  // namespace hone
