// SPDX-License-Identifier: MIT
// The slopes of the smooth curve follow Fritsch and Butland. The levels of the increasing curve
// come from pooling adjacent violators.
#include "tuner/replay/monotone_curves.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

// At an inner point: a weighted harmonic mean of the adjacent slopes, which favors the smaller one.
double inner_slope(double left, double right, double left_width, double right_width) {
    if (left * right <= 0) return 0;
    const double a = 2 * right_width + left_width;
    const double b = right_width + 2 * left_width;
    return (a + b) / (a / left + b / right);
}

// At an end: the slope of the parabola through the last three points, limited to avoid overshoot.
double end_slope(double near, double far, double near_width, double far_width) {
    const double slope =
        ((2 * near_width + far_width) * near - near_width * far) / (near_width + far_width);
    if (slope * near <= 0) return 0;
    constexpr double steepest = 3;
    return near * far <= 0 && std::abs(slope) > steepest * std::abs(near) ? steepest * near : slope;
}

std::vector<double> slopes_of(const CurvePoints& points) {
    std::vector<double> width;
    std::vector<double> slope;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        width.push_back(points[i + 1].first - points[i].first);
        slope.push_back((points[i + 1].second - points[i].second) / width.back());
    }
    if (slope.size() < 2) return std::vector<double>(points.size(), slope.empty() ? 0 : slope[0]);
    const std::size_t last = slope.size() - 1;
    std::vector<double> slopes{end_slope(slope[0], slope[1], width[0], width[1])};
    for (std::size_t i = 0; i < last; ++i)
        slopes.push_back(inner_slope(slope[i], slope[i + 1], width[i], width[i + 1]));
    slopes.push_back(end_slope(slope[last], slope[last - 1], width[last], width[last - 1]));
    return slopes;
}

}  // namespace

PchipCurve::PchipCurve(CurvePoints points)
    : points_(std::move(points)), slopes_(slopes_of(points_)) {}

double PchipCurve::at(double x) const {
    const auto next =
        std::upper_bound(points_.begin(), points_.end(), x,
                         [](double at, const auto& point) { return at < point.first; });
    if (next == points_.begin()) return points_.front().second;
    if (next == points_.end()) return points_.back().second;
    const auto i = static_cast<std::size_t>(next - points_.begin()) - 1;
    const double width = points_[i + 1].first - points_[i].first;
    const double t = (x - points_[i].first) / width;
    const double away = 1 - t;
    return away * away * ((1 + 2 * t) * points_[i].second + t * width * slopes_[i]) +
           t * t * ((1 + 2 * away) * points_[i + 1].second - away * width * slopes_[i + 1]);
}

IsotonicCurve::IsotonicCurve(CurvePoints points) {
    std::sort(points.begin(), points.end());
    // Merges points of the same x before comparing neighbors.
    std::vector<Level> levels;
    for (const auto& [x, y] : points) {
        if (levels.empty() || levels.back().last < x) levels.push_back({x, x, y, 0});
        Level& level = levels.back();
        level.weight += 1;
        level.y += (y - level.y) / level.weight;
    }
    for (Level next : levels) {
        while (!levels_.empty() && levels_.back().y >= next.y) {
            const Level& below = levels_.back();
            const double weight = below.weight + next.weight;
            next = {below.first, next.last,
                    (below.weight * below.y + next.weight * next.y) / weight, weight};
            levels_.pop_back();
        }
        levels_.push_back(next);
    }
}

double IsotonicCurve::at(double x) const {
    const auto next =
        std::upper_bound(levels_.begin(), levels_.end(), x,
                         [](double at, const Level& level) { return at < level.first; });
    if (next == levels_.begin()) return levels_.front().y;
    const Level& before = *std::prev(next);
    if (next == levels_.end() || x <= before.last) return before.y;
    return std::lerp(before.y, next->y, (x - before.last) / (next->first - before.last));
}

}  // namespace hone
