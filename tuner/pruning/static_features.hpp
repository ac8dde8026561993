// SPDX-License-Identifier: MIT
// Features of a config that are known before it runs, for the model of the search: how its launches
// fill the device, how much work each work-item has, how many soft rules would defer it.
#pragma once

#include <string_view>
#include <vector>

#include "tuner/measure/bench_setup.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

struct NamedFeature {
    std::string_view name;
    double value;
};

/// The features of one config; none where nothing would be launched.
std::vector<NamedFeature> named_features(const BenchSetup& setup, const Config& config);

/// The values of the features of each config of this space, for its problem on its device. The
/// setup must outlive the function.
StaticFeatures static_features(const BenchSetup& setup);

}  // namespace hone
