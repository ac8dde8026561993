// SPDX-License-Identifier: MIT
// One time per config of one kernel, problem and device, so that all sections compare the same
// statistic. The latest final round or check takes precedence over the search.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "reports/evidence/evidence.hpp"

namespace hone {

/// A config's time, or the reason why it has none.
struct ConfigTime {
    double ns = 0;                      // the median; 0 if there is none
    Outcome failed_with = Outcome::ok;  // of the latest trial, if there is no time

    bool ok() const { return ns > 0; }
};

/// By config, in JSON.
std::map<std::string, ConfigTime> config_times(const KernelResults& results);

/// The time of one config; empty if it was not tried.
std::optional<ConfigTime> time_of(const KernelResults& results, const std::string& config);

}  // namespace hone
