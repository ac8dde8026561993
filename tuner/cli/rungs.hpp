// SPDX-License-Identifier: MIT
// A space's ladder made concrete: each rung's values on top of the rung's before, and the legal
// config that is nearest to them.
#pragma once

#include <string>
#include <vector>

#include "db/run.hpp"
#include "spaces/candidates.hpp"
#include "tuner/bench.hpp"

namespace hone {
class Store;
}

namespace hone::cli {

/// One step from plain to tuned.
struct Rise {
    std::string name;
    Config wanted;
    Config legal;  // the same where that is legal
};

/// Every rung of the space in order; none where it has no ladder or no candidate.
std::vector<Rise> rises(const Space& space, const Candidates& candidates);

/// The value's place in the parameter's list; a usage Error that lists what there is.
std::uint16_t place_of(const Parameter& parameter, const Value& value);

/// "TM=2 instead of 4" for each parameter in which the two differ.
std::vector<std::string> differences(const Space& space, const Config& wanted, const Config& taken);

/// Begins a run that is no search: a check, or a ladder.
Run begin_run(const BenchSetup& setup, Store& store, const std::string& what,
              const std::string& command);

}  // namespace hone::cli
