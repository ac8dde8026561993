// SPDX-License-Identifier: MIT
// One time for each config of one kernel, problem and device, so that all sections compare the same
// statistic: the latest final round or check counts before the search.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "reports/evidence/evidence.hpp"

namespace hone {

/// What is known of a config: its time, or why it has none.
struct ConfigTime {
    double ns = 0;                      // the median; 0 where it has none
    Outcome failed_with = Outcome::ok;  // of the latest trial, where it has none

    bool ok() const { return ns > 0; }
};

/// By config, in JSON.
std::map<std::string, ConfigTime> config_times(const KernelResults& results);

/// The time of one config; nothing where it was not tried.
std::optional<ConfigTime> time_of(const KernelResults& results, const std::string& config);

}  // namespace hone
