// SPDX-License-Identifier: MIT
// What a strategy searches, in numbers alone: the candidates, a scale for each parameter, features
// that are known before a trial, and trials of other devices and sizes. Nothing here knows kernels
// or devices.
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

/// Numbers that span factors get a logarithmic scale, others a linear one.
ParameterScale parameter_scale(const Parameter& parameter);
std::vector<ParameterScale> parameter_scales(const Space& space);

/// A feature that is derived from the values of a config: work-items in a group, local memory.
using DerivedFeature = std::function<double(const Config&)>;

/// The derived features of a space, from expressions that read more than one parameter: its
/// constraints, its resources, its launches; where these are few, also the ratios of its sizes; the
/// power of two in a size, and the odd rest.
std::vector<DerivedFeature> derived_features(const Space& space, const Names& known);

/// Features that are computed together for a config, always as many: how it fills the device, how
/// much work each work-item has.
using StaticFeatures = std::function<std::vector<double>(const Config&)>;

/// Trials of the same configs on another device or at another size: times, or nothing for a
/// failure.
using TransferTrials = std::map<Config, std::optional<double>>;

/// Of each value of each parameter the first one that programs are built alike with. Empty where each config has a
/// program of its own.
std::vector<Config> values_built_alike(const Space& space);

struct SearchProblem {
    const Candidates& candidates;        // must outlive the strategy
    std::vector<ParameterScale> scales;  // one for each parameter
    std::vector<DerivedFeature> derived_features = {};
    std::vector<TransferTrials> transfer = {};
    std::uint64_t seed = 1;
    StaticFeatures static_features = {};   // empty where there are none
    std::vector<Config> starts = {};       // the author's choices, the likeliest first
    std::vector<Config> built_alike = {};  // see values_built_alike()
};

}  // namespace hone
