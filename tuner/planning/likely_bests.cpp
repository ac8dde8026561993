// SPDX-License-Identifier: MIT
// Planning looks at many sizes, so that it computes exact uncertainties for few configs of each.
#include "tuner/planning/likely_bests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "db/recipe/config_check.hpp"
#include "db/recipe/variables.hpp"

namespace hone {

using namespace lookup;

namespace {

constexpr DeviceSimilarity here = DeviceSimilarity::board;

LikelyBests likely_bests_of(const KernelTimes& times, const Recipe& recipe,
                            const VersionProblem& problem, std::size_t most) {
    constexpr std::size_t looked_at = 48;
    LikelyBests found;
    found.timed = static_cast<std::size_t>(std::ranges::count_if(
        times.configs(), [](const ModelConfig& config) { return !config.program_of; }));
    if (!times.model()) return found;
    std::vector<prediction::ConfigLaunch> launches;
    for (const auto& [config, expected] :
         times.expected_times(recipe, problem.point, problem.variables, looked_at)) {
        if (launches.size() == most) break;
        std::vector<Number> values = problem.variables;
        std::ranges::copy(times.configs()[config].row.parameters, values.begin());
        const auto launch = times.launch_of(recipe, problem.point, values);
        if (!launch || !may_run(recipe, values)) continue;
        launches.push_back({config, *launch});
        found.advice.push_back(cost_of_advice(recipe, values));
        found.configs.push_back(config);
        found.expected.push_back(expected);
    }
    prediction::TimeModel::ProblemPredictor predictor(*times.model(),
                                                      features_of(recipe, problem.point));
    found.times = predictor.joint(launches, times.peaks());
    for (std::size_t i = 0; i < launches.size(); ++i) found.times.means[i] += found.advice[i];
    return found;
}

// The time measured for this problem, else the least time of a config that may be the fastest.
template <class TimeOf>
double fastest(const ConfigRanking& ranking, TimeOf time_of) {
    if (const auto timed = ranking.exact(here); !timed.empty())
        return std::log2(timed.front().expected_ns);
    double fastest = std::numeric_limits<double>::infinity();
    for (const LikelyBests& kernel : likely_bests(ranking, 1))
        for (std::size_t i = 0; i < kernel.configs.size(); ++i)
            fastest = std::min(fastest, time_of(kernel, i));
    return fastest;
}

// One standard deviation slower than expected. The model's own uncertainty is left out, because it
// is large where little was measured.
double fastest_at_worst(const ConfigRanking& ranking) {
    return fastest(ranking, [](const LikelyBests& kernel, std::size_t i) {
        return kernel.times.means[i] + std::sqrt(std::max(0.0, kernel.times.covariance.row(i)[i]));
    });
}

// The number of problem sizes with measurements.
std::size_t sizes_of(const KernelTimes& times) {
    std::set<std::vector<double>> sizes;
    for (const ModelConfig& config : times.configs())
        for (const TimedProblem& timed : config.problems) sizes.insert(timed.point.logs);
    return sizes.size();
}

// The time that the kernel may reach, in log2 of nanoseconds: the minimum over all runnable configs,
// each one standard deviation faster than expected. This includes configs that no application may
// get. Only looks at the configs with the smallest means, which are quick to compute. nullopt if no
// config can run.
std::optional<double> reached(const KernelTimes& times, const Recipe& recipe,
                              const VersionProblem& problem) {
    constexpr std::size_t few = 12;
    if (!times.model()) return std::nullopt;
    prediction::TimeModel::ProblemPredictor predictor(*times.model(),
                                                      features_of(recipe, problem.point));
    std::multimap<double, prediction::ConfigLaunch> by_mean;
    std::vector<Number> variables = problem.variables;
    for (std::size_t c = 0; c < times.configs().size(); ++c) {
        std::ranges::copy(times.configs()[c].row.parameters, variables.begin());
        const auto launch = times.launch_of(recipe, problem.point, variables);
        if (launch && may_run(recipe, variables))
            by_mean.emplace(predictor.mean(c, *launch, times.peaks()),
                            prediction::ConfigLaunch{c, *launch});
    }
    std::optional<double> least;
    std::size_t asked = 0;
    for (const auto& [mean, config] : by_mean) {
        if (asked++ == few) break;
        const double variance =
            predictor.predict(config.config, config.launch, times.peaks()).variance;
        const double reached = mean - std::sqrt(variance);
        least = std::min(least.value_or(reached), reached);
    }
    return least;
}

}  // namespace

std::vector<LikelyBests> likely_bests(const ConfigRanking& ranking, std::size_t most) {
    std::vector<LikelyBests> all;
    for (const VersionProblem& problem : ranking.version_problems())
        all.push_back(likely_bests_of(ranking.times_of(problem, here),
                                      ranking.catalog().versions[problem.version].recipe, problem,
                                      most));
    return all;
}

double expected_fastest(const ConfigRanking& ranking) {
    return fastest(ranking,
                   [](const LikelyBests& kernel, std::size_t i) { return kernel.expected[i]; });
}

std::vector<std::size_t> far_behind(const ConfigRanking& ranking, double times) {
    constexpr std::size_t several_sizes = 3;
    const double limit = fastest_at_worst(ranking) + std::log2(times);
    std::vector<std::size_t> versions;
    for (const VersionProblem& problem : ranking.version_problems()) {
        const KernelVersion& version = ranking.catalog().versions[problem.version];
        const KernelTimes& known = ranking.times_of(problem, here);
        if (!version.newest || sizes_of(known) < several_sizes) continue;
        const auto least = reached(known, version.recipe, problem);
        if (least && *least > limit) versions.push_back(problem.version);
    }
    return versions;
}

}  // namespace hone
