// SPDX-License-Identifier: MIT
// How a Gaussian process sees its points: over what distance along each dimension values change,
// and how much of what was measured is noise. The most plausible scales are those under which the
// observations are least surprising, with a mild opinion where these say nothing.
#pragma once

#include <span>
#include <vector>

#include "tuner/search/model/feature_map.hpp"

namespace hone {

struct Scales {
    std::vector<double> length;  // of each dimension
    double noise = 0;            // variance, as a share of the values' own
};

/// What to think before anything is known.
Scales first_scales(std::size_t dimensions);

/// The most plausible scales for these values at these points, climbing from `scales`.
Scales plausible_scales(const Points& points, std::span<const std::size_t> where,
                        std::span<const double> values, const Scales& scales);

}  // namespace hone
