// SPDX-License-Identifier: MIT
// The input of a strategy, in numbers alone: the candidates, a scale for each parameter, features
// that are known before a trial, and trials of other devices and sizes. This file does not depend
// on kernels or devices.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "spaces/candidates/candidates.hpp"

namespace hone {

/// The position of each value of a parameter on a scale from 0 to 1.
struct ParameterScale {
    bool ordered = true;           // false for words: any two are equally far apart
    std::vector<float> positions;  // by the index of the value
};

/// Numbers whose range spans a large factor get a logarithmic scale, others a linear one.
ParameterScale parameter_scale(const Parameter& parameter);
std::vector<ParameterScale> parameter_scales(const Space& space);

/// A feature that is derived from the values of a config: work-items in a group, local memory.
using DerivedFeature = std::function<double(const Config&)>;

/// The derived features of a space, from expressions that read more than one parameter: its
/// constraints, its resources and its launches. If these are few, the ratios of its sizes are
/// added. Sizes also give their power-of-two factor and the odd rest.
std::vector<DerivedFeature> derived_features(const Space& space, const Names& known);

/// Features that are computed together for a config, always the same number: for example, how much
/// of the device it fills, and the work per work-item.
using StaticFeatures = std::function<std::vector<double>(const Config&)>;

/// Trials of the same configs on another device or at another size: times, or nullopt for a
/// failure.
using TransferTrials = std::map<Config, std::optional<double>>;

/// For each value of each parameter: the first value with which the same program is built. Empty if
/// each config has its own program.
std::vector<Config> values_built_alike(const Space& space);

struct SearchProblem {
    const Candidates& candidates;        // must outlive the strategy
    std::vector<ParameterScale> scales;  // one for each parameter
    std::vector<DerivedFeature> derived_features = {};
    std::vector<TransferTrials> transfer = {};
    std::uint64_t seed = 1;
    StaticFeatures static_features = {};   // empty if there are none
    std::vector<Config> starts = {};       // the author's recommendations, the most promising first
    std::vector<Config> built_alike = {};  // see values_built_alike()
};

}  // namespace hone
