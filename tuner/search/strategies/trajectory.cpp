// SPDX-License-Identifier: MIT
// A strategy that keeps proposing known configs has converged. The remaining configs then follow in
// random order, so that a run can continue.
#include "tuner/search/strategies/trajectory.hpp"

#include <limits>

namespace hone {
namespace {

// This number of consecutive known proposals ends the strategy's own search.
constexpr int max_revisits = 200;

}  // namespace

TrajectoryStrategy::TrajectoryStrategy(const SearchProblem& problem)
    : candidates_(problem.candidates),
      random_(problem.seed),
      random_order_(make_random_sample(problem)) {
    for (const ParameterScale& axis : problem.scales) sizes_.push_back(axis.positions.size());
}

std::optional<Config> TrajectoryStrategy::ask() {
    for (int known = 0; known < max_revisits && !candidates_.empty(); ++known) {
        Config config = propose();
        if (asked_.insert(config).second) return config;
        const auto earlier = times_.find(config);
        // If its earlier result is still pending, another config is taken.
        if (earlier == times_.end()) break;
        observe(config, earlier->second);
    }
    while (auto config = random_order_->ask())
        if (asked_.insert(*config).second) return config;
    return std::nullopt;
}

void TrajectoryStrategy::tell(const Config& config, std::optional<double> nanoseconds) {
    const double time = nanoseconds.value_or(std::numeric_limits<double>::infinity());
    times_[config] = time;
    observe(config, time);
}

Config TrajectoryStrategy::random_neighbor(const Config& config) {
    const Neighborhood near =
        random_.below(2) == 0 ? Neighborhood::hamming : Neighborhood::repaired;
    const std::vector<Config> all = candidates_.neighbors(config, near);
    return all.empty() ? config : all[static_cast<std::size_t>(random_.below(all.size()))];
}

}  // namespace hone
