// SPDX-License-Identifier: MIT
// Times on a device the best configs of other devices: the campaign of `hone tune --transfer`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/campaigns/campaign.hpp"

namespace hone {

struct TransferOptions {
    MeasureOptions measure = {};
    std::string precision = {};          // empty: all
    std::vector<Problem> problems = {};  // empty: all
    CommandText command = {};
};

/// A best config of another device that was measured here.
struct TransferredConfig {
    std::string device, kernel;
    Problem problem;
    std::string from;        // the other device
    Trial trial;             // rejected where it cannot run here
    double own_best_ns = 0;  // the device's own best, timed side by side; 0 where there is none
    bool adopted = false;    // it is the device's best from now on
};

/// Measures the bests of other devices that these devices have not tried, for the same problems
/// and conditions. A config that cannot run here is stored with the reason, so that its cell in a
/// report has one. A config that is faster than the device's own best is its best from then on.
std::vector<TransferredConfig> check_transfer(const TransferOptions& options,
                                              const std::vector<LocalDevice>& devices,
                                              const std::vector<Space>& spaces,
                                              const Campaign& campaign);

}  // namespace hone
