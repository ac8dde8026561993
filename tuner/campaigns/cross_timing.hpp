// SPDX-License-Identifier: MIT
// Times the best config of every tuned problem on every other tuned problem.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "spaces/candidates/decision_diagram.hpp"
#include "tuner/campaigns/campaign.hpp"
#include "tuner/campaigns/config_cover.hpp"

namespace hone {

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
    MeasurementKey key;  // of its best config
};

/// The tuned problems, and each config that is best for one of them.
struct CrossTimings {
    std::vector<DeviceProblem> targets;
    std::vector<ConfigOfKernel> configs;
};

/// Returns the fastest best of each problem on these devices, by any version of these kernels. An
/// empty precision becomes that of the first best. Spaces and devices must outlive the result.
CrossTimings tuned_problems(Store& store, const std::vector<Space>& spaces,
                            const std::vector<LocalDevice>& devices, std::string precision);

/// Times each config on each problem, interleaved for the configs of one kernel. A config that is
/// faster than the problem's own best becomes its best.
TimeMatrix time_all(const MeasureOptions& options, const std::vector<Space>& spaces,
                    const CrossTimings& tuned, const CommandText& command,
                    const Campaign& campaign);

}  // namespace hone
