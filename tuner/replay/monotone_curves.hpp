// SPDX-License-Identifier: MIT
// Two curves through measured points, of which the score of a strategy is made: one that is smooth
// where the points are steps, and one that rises where the points are scattered.
#pragma once

#include <utility>
#include <vector>

namespace hone {

using CurvePoints = std::vector<std::pair<double, double>>;  // x, y

/// Goes through every point, smoothly, and turns only where they turn (PCHIP). Points have
/// different x, in order; outside of them the curve goes on as it ends.
class SmoothCurve {
  public:
    explicit SmoothCurve(CurvePoints points);
    double at(double x) const;

  private:
    CurvePoints points_;
    std::vector<double> slopes_;
};

/// Of all curves that never fall the one nearest to the points (isotonic regression).
class RisingCurve {
  public:
    explicit RisingCurve(CurvePoints points);
    double at(double x) const;

  private:
    struct Level {
        double first, last;  // x
        double y, weight;
    };
    std::vector<Level> levels_;
};

}  // namespace hone
