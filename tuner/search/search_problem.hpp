// SPDX-License-Identifier: MIT
// The ground that a strategy searches, as numbers alone: the candidates, how far the values of each
// parameter lie apart, what else is known of a choice before it is tried, and how the same choices
// did elsewhere. Nothing here knows kernels or devices.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "spaces/candidates/candidates.hpp"

namespace hone {

/// One parameter as a scale: where each of its values lies, from 0 to 1.
struct Axis {
    bool ordered = true;    // words are not: any two lie equally far apart
    std::vector<float> at;  // by place
};

/// Numbers that grow by factors lie on a logarithmic scale, others on a plain one.
Axis axis_of(const Parameter& parameter);
std::vector<Axis> axes_of(const Space& space);

/// A quantity that follows from a choice before it is tried: work-items a group, local memory.
using Trait = std::function<double(const Config&)>;

/// What the space itself says matters, as quantities that more than one parameter decides: the
/// terms of its constraints, its resources, the shapes of its launches; where that is little, the
/// quotients of its sizes too.
std::vector<Trait> traits_of(const Space& space, const Names& known);

/// Figures that are worked out together before a choice is tried, as many for each: how it would
/// fill the device, what each work-item has to do.
using Foresight = std::function<std::vector<double>(const Config&)>;

/// How choices of this ground did somewhere else: on another device, at another size. Times, or
/// nothing for what failed there.
using Elsewhere = std::map<Config, std::optional<double>>;

struct Ground {
    const Candidates& candidates;  // must outlive the strategy
    std::vector<Axis> axes;        // one for each parameter
    std::vector<Trait> traits = {};
    std::vector<Elsewhere> elsewhere = {};
    std::uint64_t seed = 1;
    Foresight foresight = {};          // where there is any
    std::optional<Config> hunch = {};  // what the space's author takes for the best
};

}  // namespace hone
