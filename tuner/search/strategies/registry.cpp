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
                 "a model of the speed, taught by what is known elsewhere; beats the others",
                 make_auto},
    StrategyKind{"greedy_ils", "local search from an even sample, moving on to better neighbors",
                 make_greedy_ils},
    StrategyKind{"bayes_opt", "the textbook's Gaussian process with expected improvement",
                 make_bayes_opt},
    StrategyKind{"genetic_algorithm", "children of the better ones, generation by generation",
                 make_genetic_algorithm},
    StrategyKind{"simulated_annealing", "to neighbors, worse ones too while it is hot",
                 make_simulated_annealing},
    StrategyKind{"diff_evo", "moved by the differences between members of a population",
                 make_diff_evo},
    StrategyKind{"pso", "a swarm that is drawn to the best places seen", make_pso},
    StrategyKind{"random_sample", "candidates in random order", make_random_sample},
    StrategyKind{"brute_force", "every candidate, in their order", make_brute_force},
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
                fmt::format("there is no strategy '{}'{}", name, did_you_mean(name, names)),
                fmt::format("there are {}", fmt::join(names, ", ")));
}

}  // namespace hone
