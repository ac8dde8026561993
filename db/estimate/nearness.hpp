// SPDX-License-Identifier: MIT
// How near many points are to one, by the widest vectors of this processor.
#pragma once

#include <span>
#include <vector>

namespace hone::prediction {

/// exp(-d² / 2) for each point, where d is its distance in units of `scale`; right to nine digits. The points are
/// given coordinate by coordinate. All processors find the same.
void nearness(std::span<const std::vector<double>> coordinates, std::span<const double> asked,
              double scale, std::vector<double>& result);

}  // namespace hone::prediction
