// SPDX-License-Identifier: MIT
// Every tuned problem's best, tried on every other tuned problem: the table that a cover is chosen
// from.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "db/store/store.hpp"
#include "spaces/candidates/decision_diagram.hpp"
#include "tuner/campaigns/config_cover.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/measure/bench_setup.hpp"

namespace hone::cli {

/// One kernel with one of its configs.
struct Choosable {
    const Space* space;
    Config config;

    bool operator<(const Choosable& other) const {
        return std::tie(space, config) < std::tie(other.space, other.config);
    }
};

/// One problem on one device: a column of the table.
struct Place {
    const Found* device = nullptr;
    Problem problem;
    MeasurementKey key;  // of its best
};

/// What was tuned: problems, and the configs that are best for one of them.
struct Crossing {
    std::vector<Place> places;
    std::vector<Choosable> configs;
};

/// Adds the fastest best of each problem on a device, of today's kernels. The precision, where it
/// is empty, becomes that of the first.
void collect(Store& store, const std::vector<Space>& spaces, const Found& device,
             std::string& precision, Crossing& tuned);

/// Each config timed for each problem, those of one kernel side by side.
Times measure_all(const po::variables_map& given, Store& store, const std::vector<Space>& spaces,
                  const Crossing& tuned);

}  // namespace hone::cli
