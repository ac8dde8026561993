// SPDX-License-Identifier: MIT
// Results that the rest of the fleet contradicts: too fast for what related devices show, on configs
// that cannot run, or another device's. They are doubtful, and to be measured again where the device
// is at hand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/fleet/fleet.hpp"
#include "reports/fleet/limits.hpp"

namespace hone {

/// Why a result is doubted.
enum class Doubt {
    too_fast,         ///< the best of one problem, beside the device's other problems
    unlike_configs,   ///< the best of one problem, beside the device's other configs
    device_too_fast,  ///< all problems of a family, beside what the device has
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
    double factor = 0;  // how many times as fast as was expected; 0 where that is not the doubt
    std::string reason = {};  // in a sentence
};

/// What is doubtful, by device.
std::vector<Outlier> outliers(const DeviceFleet& fleet,
                              const std::vector<BeyondLimit>& beyond = {});

/// The fleet without what is doubted.
DeviceFleet without(DeviceFleet fleet, const std::vector<Outlier>& doubtful);

}  // namespace hone
