// SPDX-License-Identifier: MIT
// Two curves through measured points for the score of a strategy: a smooth one and an increasing
// one.
#pragma once

#include <utility>
#include <vector>

namespace hone {

using CurvePoints = std::vector<std::pair<double, double>>;  // x, y

/// Passes through every point and stays monotone between them (PCHIP). Points are sorted by x
/// without repetition; beyond them the curve keeps its end values.
class PchipCurve {
  public:
    explicit PchipCurve(CurvePoints points);
    double at(double x) const;

  private:
    CurvePoints points_;
    std::vector<double> slopes_;
};

/// The increasing curve that is nearest to the points (isotonic regression).
class IsotonicCurve {
  public:
    explicit IsotonicCurve(CurvePoints points);
    double at(double x) const;

  private:
    struct Level {
        double first, last;  // x
        double y, weight;
    };
    std::vector<Level> levels_;
};

}  // namespace hone
