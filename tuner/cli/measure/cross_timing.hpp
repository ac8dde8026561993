// SPDX-License-Identifier: MIT
// Times the best config of every tuned problem on every other tuned problem: the matrix that `hone
// cover` chooses from.
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
struct ConfigOfKernel {
    const Space* space;
    Config config;

    bool operator<(const ConfigOfKernel& other) const {
        return std::tie(space, config) < std::tie(other.space, other.config);
    }
};

/// One problem on one device: a column of the matrix.
struct DeviceProblem {
    const LocalDevice* device = nullptr;
    Problem problem;
    MeasurementKey key;  // of its best
};

/// The tuned problems, and the configs that are best for one of them.
struct CrossTimings {
    std::vector<DeviceProblem> targets;
    std::vector<ConfigOfKernel> configs;
};

/// Adds the fastest best of each problem on a device, of these kernels in any of their texts. The
/// precision, where it is empty, becomes that of the first.
void collect_bests(Store& store, const std::vector<Space>& spaces, const LocalDevice& device,
                   std::string& precision, CrossTimings& tuned);

/// Times each config on each problem, interleaved for the configs of one kernel.
TimeMatrix time_all(const po::variables_map& given, Store& store, const std::vector<Space>& spaces,
                    const CrossTimings& tuned);

}  // namespace hone::cli
