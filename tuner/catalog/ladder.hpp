// SPDX-License-Identifier: MIT
// The configs of a space's ladder: each step's values added to those of the previous steps, and the
// nearest legal config.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spaces/candidates/candidates.hpp"

namespace hone {

/// One step of a ladder for a problem.
struct LegalLadderStep {
    std::string name;
    Config requested;
    Config legal;  // the nearest legal config
};

/// The config of each step for a precision, legal or not, starting from the first value of each
/// parameter.
std::vector<Config> ladder_configs(const Space& space, std::string_view precision);

/// All steps for a precision, in order; empty if there is no ladder or no candidate.
std::vector<LegalLadderStep> legal_ladder_steps(const Space& space, std::string_view precision,
                                                const Candidates& candidates);

/// The legal configs that a search tries first: the space's starts for the precision that apply to
/// a problem on a device, in order, and the last step of the ladder.
std::vector<Config> start_configs(const Space& space, std::string_view precision,
                                  const Names& known, const Candidates& candidates);

/// The index of the value in the parameter's list; throws a usage Error that lists the values.
std::uint16_t value_index(const Parameter& parameter, const Value& value);

}  // namespace hone
