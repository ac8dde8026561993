// SPDX-License-Identifier: MIT
// The table of strategies.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "spaces/base/did_you_mean.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

constexpr std::array kinds{
    StrategyKind{"auto",
                 "Gaussian process that also learns from other devices and sizes; usually the best",
                 make_auto},
    StrategyKind{"greedy_ils", "iterated local search from an even sample", make_greedy_ils},
    StrategyKind{"bayes_opt", "Bayesian optimization: Gaussian process, expected improvement",
                 make_bayes_opt},
    StrategyKind{"genetic_algorithm",
                 "genetic algorithm: tournament selection, crossover and mutation",
                 make_genetic_algorithm},
    StrategyKind{"simulated_annealing", "simulated annealing with restarts",
                 make_simulated_annealing},
    StrategyKind{"diff_evo", "differential evolution", make_diff_evo},
    StrategyKind{"pso", "particle swarm optimization", make_pso},
    StrategyKind{"random_sample", "candidates in random order", make_random_sample},
    StrategyKind{"brute_force", "every candidate, in order", make_brute_force},
};

}  // namespace

std::span<const StrategyKind> strategies() {
    return kinds;
}

std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchProblem& problem) {
    const auto* kind = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const StrategyKind& each) { return each.name == name; });
    if (kind != kinds.end()) return kind->make(problem);
    std::vector<std::string> names;
    for (const StrategyKind& each : kinds) names.emplace_back(each.name);
    throw Error(Exit::usage,
                fmt::format("unknown strategy '{}'{}", name, did_you_mean(name, names)),
                fmt::format("available: {}", fmt::join(names, ", ")));
}

}  // namespace hone
