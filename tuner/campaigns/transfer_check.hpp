// SPDX-License-Identifier: MIT
// Times the best configs of other devices on a device: the campaign of `hone tune --transfer`.
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

/// A best config of another device, measured on this one.
struct TransferredConfig {
    std::string device, kernel;
    Problem problem;
    std::string from;        // the other device
    Trial trial;             // rejected if it cannot run here
    double own_best_ns = 0;  // the device's own best, timed interleaved; 0 without one
    bool adopted = false;    // it becomes the device's best
};

/// Measures the bests of other devices that these devices have not tried, for the same problems and
/// conditions. If a config cannot run here, the reason is stored, and a report shows it. A config
/// that is faster than the device's own best becomes its best.
std::vector<TransferredConfig> check_transfer(const TransferOptions& options,
                                              const std::vector<LocalDevice>& devices,
                                              const std::vector<Space>& spaces,
                                              const Campaign& campaign);

}  // namespace hone
