// SPDX-License-Identifier: MIT
// A neighbor differs in one parameter from a config that is expected to be fast. A config that is
// legal for the problem may be the neighbor of one that is not.
#include "tuner/planning/untimed_configs.hpp"

#include <algorithm>

#include "db/recipe/config_check.hpp"
#include "db/recipe/variables.hpp"
#include "tuner/planning/batch_choice.hpp"
#include "tuner/planning/likely_bests.hpp"

namespace hone {

using namespace lookup;

std::set<TwinKey::Key> timed_twins(const KernelTimes& times, const TwinKey& twin_key,
                                   const ProblemPoint& problem) {
    std::set<TwinKey::Key> twins;
    for (const ModelConfig& config : times.configs())
        if (config.was_timed_for(problem)) twins.insert(twin_key.of(config.row.parameters));
    return twins;
}

UntimedConfigs::UntimedConfigs(const KernelTimes& times, const Recipe& recipe,
                               const ProblemPoint& problem, std::vector<Number> variables)
    : times_(times), recipe_(recipe), problem_(problem), variables_(std::move(variables)) {}

/// nullopt if the config cannot run.
std::optional<UntimedConfigs::Candidate> UntimedConfigs::candidate(
    Settings config, std::vector<Number> parameters) const {
    std::vector<Number> values = variables_;
    std::ranges::copy(parameters, values.begin());
    const auto launch = times_.launch_of(recipe_, problem_, values);
    if (!launch || !may_run(recipe_, values)) return std::nullopt;
    return Candidate{.config = std::move(config),
                     .parameters = std::move(parameters),
                     .launch = {.launch = *launch},
                     .advice = cost_of_advice(recipe_, values)};
}

/// Whether a search covered this problem: it looks at neighbors itself.
bool UntimedConfigs::is_searched() const {
    constexpr std::ptrdiff_t enough = 12;
    return std::ranges::count_if(times_.configs(), [&](const ModelConfig& config) {
               return config.was_timed_for(problem_);
           }) >= enough;
}

UntimedConfigs::Candidates UntimedConfigs::known_elsewhere(
    std::span<const KernelTimes::ExpectedTime> estimates) const {
    constexpr std::size_t most = 48;
    const TwinKey twin_key(recipe_);
    std::set<TwinKey::Key> known = timed_twins(times_, twin_key, problem_);
    Candidates all;
    for (const auto& [number, expected] : estimates) {
        if (all.size() == most) break;
        const TunedRow& row = times_.configs()[number].row;
        if (!known.insert(twin_key.of(row.parameters)).second) continue;
        auto found = candidate(row.config, row.parameters);
        if (!found) continue;
        found->launch.config = number;
        all.push_back(std::move(*found));
    }
    return all;
}

UntimedConfigs::Candidates UntimedConfigs::neighbors(
    std::span<const KernelTimes::ExpectedTime> estimates,
    prediction::TimeModel::ProblemPredictor& predictor) const {
    constexpr std::size_t bases = 24;
    constexpr std::size_t most = 64;
    const TwinKey twin_key(recipe_);
    std::set<TwinKey::Key> known;
    for (const ModelConfig& config : times_.configs())
        known.insert(twin_key.of(config.row.parameters));
    Candidates all;
    for (const auto& [number, expected] : estimates.first(std::min(bases, estimates.size()))) {
        const TunedRow& base = times_.configs()[number].row;
        if (!is_known_config(recipe_, base.config)) continue;
        for (std::size_t p = 0; p < recipe_.values.size(); ++p) {
            for (const Setting& value : recipe_.values[p]) {
                std::vector<Number> parameters = base.parameters;
                parameters[p] = value_of(value);
                if (!known.insert(twin_key.of(parameters)).second) continue;
                Settings config = base.config;
                config[p] = value;
                auto found = candidate(std::move(config), std::move(parameters));
                if (found) all.push_back(std::move(*found));
            }
        }
    }
    for (Candidate& each : all) {
        each.launch.config = predictor.add(config_features(each.parameters));
        each.mean =
            predictor.mean(each.launch.config, each.launch.launch, times_.peaks()) + each.advice;
    }
    std::ranges::stable_sort(all, {}, &Candidate::mean);
    all.resize(std::min(most, all.size()));
    return all;
}

std::vector<UntimedConfig> UntimedConfigs::promising(double limit, std::size_t most) const {
    if (!times_.model()) return {};
    const auto estimates = times_.expected_times(recipe_, problem_, variables_);
    prediction::TimeModel::ProblemPredictor predictor(*times_.model(),
                                                      features_of(recipe_, problem_));
    Candidates candidates = known_elsewhere(estimates);
    if (!is_searched())
        std::ranges::move(neighbors(estimates, predictor), std::back_inserter(candidates));
    std::vector<prediction::ConfigLaunch> launches;
    for (const Candidate& each : candidates) launches.push_back(each.launch);
    prediction::JointPrediction times = predictor.joint(launches, times_.peaks());
    for (std::size_t i = 0; i < candidates.size(); ++i) times.means[i] += candidates[i].advice;
    std::vector<UntimedConfig> found;
    for (const auto& [i, reached] : promising_batch(std::move(times), limit, most))
        found.push_back({.config = std::move(candidates[i].config), .reached = reached});
    return found;
}

std::vector<UntimedConfig> untimed_configs(const ConfigRanking& ranking, std::size_t most) {
    const double limit = expected_fastest(ranking) + about_as_fast;
    std::vector<UntimedConfig> all;
    for (const VersionProblem& problem : ranking.version_problems()) {
        const KernelVersion& version = ranking.catalog().versions[problem.version];
        if (!version.newest) continue;
        const KernelTimes& times = ranking.times_of(problem, DeviceSimilarity::board);
        const UntimedConfigs untimed(times, version.recipe, problem.point, problem.variables);
        for (UntimedConfig& config : untimed.promising(limit, most)) {
            config.version = problem.version;
            all.push_back(std::move(config));
        }
    }
    std::ranges::stable_sort(all, {}, &UntimedConfig::reached);
    all.resize(std::min(most, all.size()));
    return all;
}

}  // namespace hone
