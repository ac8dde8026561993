// SPDX-License-Identifier: MIT
// The nearness of many points to one, with the widest vectors of this processor.
#pragma once

#include <span>
#include <vector>

namespace hone::prediction {

/// exp(-d² / 2) for each point, where d is its distance in units of `scale`; exact to nine digits.
/// The points are given coordinate by coordinate. All processors give the same result.
void nearness(std::span<const std::vector<double>> coordinates, std::span<const double> asked,
              double scale, std::vector<double>& result);

}  // namespace hone::prediction
