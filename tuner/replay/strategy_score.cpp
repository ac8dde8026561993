// SPDX-License-Identifier: MIT
// The score follows autotuning_methodology: for random search, the smoothed expectation; for a
// strategy, the pooled repeats as ranks among all times of the space, made monotone.
#include "tuner/replay/strategy_score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tuner/replay/monotone_curves.hpp"

namespace hone {
namespace {

double mean_of(const std::vector<double>& values) {
    if (values.empty()) return 0;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The data that the methodology needs of a space: its times, the slowest first, and the cost of a
// trial, 1 if it was not recorded.
struct TimeDistribution {
    std::vector<double> slowest_first;
    bool has_costs;
    double median_cost, mean_cost;

    explicit TimeDistribution(const RecordedSpace& recorded)
        : has_costs(std::ranges::any_of(recorded.results,
                                        [](const auto& each) { return each.second.seconds > 0; })) {
        std::vector<double> all;
        std::vector<double> timed;
        std::vector<double> failed;
        for (const auto& [config, result] : recorded.results) {
            const double cost = has_costs ? result.seconds : 1;
            if (result.nanoseconds) slowest_first.push_back(*result.nanoseconds);
            (result.nanoseconds ? timed : failed).push_back(cost);
            all.push_back(cost);
        }
        std::sort(slowest_first.begin(), slowest_first.end(), std::greater<>());
        const double failing = static_cast<double>(failed.size()) / static_cast<double>(all.size());
        mean_cost = mean_of(timed) + failing * mean_of(failed);
        median_cost = median_of(std::move(all));
    }

    double optimum() const { return slowest_first.back(); }
    double at(double rank) const {
        const auto last = static_cast<double>(slowest_first.size() - 1);
        return slowest_first[static_cast<std::size_t>(std::clamp(std::round(rank), 0.0, last))];
    }
    // The rank of a time among all.
    double rank_of(double time) const {
        const auto found =
            std::lower_bound(slowest_first.begin(), slowest_first.end(), time, std::greater<>());
        return static_cast<double>(found - slowest_first.begin());
    }
    std::size_t trials_to(double part) const {
        const double median = slowest_first[slowest_first.size() / 2];
        const double rank = rank_of(optimum() + (median - optimum()) * (1 - part));
        const auto n = static_cast<double>(slowest_first.size());
        return static_cast<std::size_t>(std::max(1.0, std::ceil(rank / (n + 1 - rank))));
    }
};

// The expected times of random search after 1, 2, … trials: a point for each change of the expected
// time. The methodology counts ranks from 1.
PchipCurve random_search(const TimeDistribution& distribution, std::size_t trials) {
    const auto n = static_cast<double>(distribution.slowest_first.size());
    CurvePoints points;
    for (std::size_t each = 1; each <= trials; ++each) {
        const auto trial = static_cast<double>(each);
        const double time = distribution.at(trial * (n + 1) / (trial + 1) - 1);
        if (points.empty() || time < points.back().second) points.emplace_back(trial, time);
    }
    return PchipCurve(std::move(points));
}

// The rank of each repeat's best time after each of its trials.
CurvePoints pooled(const TimeDistribution& distribution, const std::vector<ReplayResult>& all) {
    CurvePoints points;
    for (const ReplayResult& one : all)
        for (std::size_t trial = 0; trial < one.best.size(); ++trial)
            points.emplace_back(
                distribution.has_costs ? one.seconds[trial] : static_cast<double>(trial + 1),
                distribution.rank_of(one.best[trial]));
    return points;
}

double median_end(const TimeDistribution& distribution, const std::vector<ReplayResult>& all) {
    std::vector<double> ends;
    for (const ReplayResult& one : all)
        ends.push_back(distribution.has_costs ? one.seconds.back()
                                              : static_cast<double>(one.best.size()));
    return median_of(std::move(ends));
}

Cutoff cutoff_of(const TimeDistribution& distribution) {
    const std::size_t first = distribution.trials_to(0.01);
    const std::size_t last = distribution.trials_to(0.95);
    return {first, last, static_cast<double>(first) * distribution.median_cost,
            static_cast<double>(last) * distribution.median_cost};
}

}  // namespace

Cutoff cutoff_of(const RecordedSpace& recorded) {
    return cutoff_of(TimeDistribution(recorded));
}

double score(const RecordedSpace& recorded, const std::vector<ReplayResult>& all) {
    constexpr int looks = 1000;
    const TimeDistribution distribution(recorded);
    const Cutoff cutoff = cutoff_of(distribution);
    const IsotonicCurve strategy(pooled(distribution, all));
    const double end = median_end(distribution, all);
    const double most = std::max(1.0, std::round(cutoff.last_seconds / distribution.mean_cost));
    const PchipCurve random = random_search(distribution, static_cast<std::size_t>(most));
    double sum = 0;
    for (int look = 0; look < looks; ++look) {
        const double when = std::lerp(cutoff.first_seconds, cutoff.last_seconds,
                                      static_cast<double>(look) / (looks - 1));
        const double found = distribution.at(strategy.at(std::min(when, end)));
        const double expected = random.at(std::max(1.0, std::round(when / distribution.mean_cost)));
        const double left = expected - distribution.optimum();
        if (left > 0) sum += (expected - found) / left;
    }
    return sum / looks;
}

}  // namespace hone
