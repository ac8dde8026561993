// SPDX-License-Identifier: MIT
// Results that the rest of the fleet contradicts: too fast for what related devices show, from
// configs that cannot run, or copied from another device. They are doubtful and have to be measured
// again on their device.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/fleet/fleet.hpp"
#include "reports/fleet/limits.hpp"

namespace hone {

/// The reason of a doubt.
enum class Doubt {
    too_fast,         ///< the best of one problem, relative to the device's other problems
    unlike_configs,   ///< the best of one problem, relative to the device's other configs
    device_too_fast,  ///< all problems of a family, relative to the device's hardware
    cannot_run,       ///< the config exceeds the device, or fails on all relatives
    copied            ///< the times are another device's
};
/// "too fast for its relatives".
std::string_view words_of_doubt(Doubt doubt);

struct Outlier {
    std::size_t device = 0;  // index in the fleet
    Doubt doubt = Doubt::too_fast;
    std::optional<std::uint32_t> problem = {};  // none: all of the family, or of the device
    std::string family = {};                    // "gemm f32"; empty: all
    std::optional<FleetConfig> config = {};
    double factor = 0;  // the speed relative to the expected one; 0 for doubts not about speed
    std::string reason = {};  // in a sentence
};

/// The doubtful results, by device.
std::vector<Outlier> outliers(const DeviceFleet& fleet,
                              const std::vector<BeyondLimit>& beyond = {});

/// The fleet without the doubtful results.
DeviceFleet without(DeviceFleet fleet, const std::vector<Outlier>& doubtful);

}  // namespace hone
