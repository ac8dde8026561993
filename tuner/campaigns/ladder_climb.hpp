// SPDX-License-Identifier: MIT
// Helpers for runs that are no search: checks and ladders.
#pragma once

#include <string>
#include <vector>

#include "db/model/run.hpp"
#include "tuner/catalog/ladder.hpp"
#include "tuner/measure/bench.hpp"

namespace hone {
class Store;
}

namespace hone::cli {

/// "TM=2 instead of 4" for each parameter in which the two differ.
std::vector<std::string> differences(const Space& space, const Config& requested,
                                     const Config& legal);

/// Begins a run that is no search.
Run begin_run(const BenchSetup& setup, Store& store, const std::string& what,
              const std::string& command);

}  // namespace hone::cli
