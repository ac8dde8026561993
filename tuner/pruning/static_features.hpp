// SPDX-License-Identifier: MIT
// Features of a config that are known before it runs, for the search's model: how much of the
// device its launches fill, the work per work-item, and the number of soft rules that would defer
// it.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "spaces/candidates/plan.hpp"
#include "tuner/measure/bench_setup.hpp"

namespace hone {

struct NamedFeature {
    std::string_view name;
    double value;
};

/// The features of one config; empty if it has no launch.
std::vector<NamedFeature> named_features(const BenchSetup& setup, const Config& config);

/// Returns a function for the feature values of configs of the setup's space, problem and device.
/// The setup must outlive the function.
std::function<std::vector<double>(const Config&)> static_features(const BenchSetup& setup);

}  // namespace hone
