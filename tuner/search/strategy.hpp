// SPDX-License-Identifier: MIT
// A strategy chooses the next config. It knows numbers and times, nothing of kernels or devices, so
// each can be tried on recorded spaces. A strategy is one file that defines one make function;
// strategies/registry.cpp lists them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "tuner/search/search_problem.hpp"

namespace hone {

/// How much a strategy expects to gain by further trials.
struct ExpectedGain {
    double probability = 1;    // that some config is more than 1 % faster than the best so far
    double best_fraction = 0;  // of the predicted optimum, which the best config so far has reached
};

class Strategy {
  public:
    virtual ~Strategy() = default;

    /// The next config to try, legal and never asked before; nothing when none is left. Several may
    /// be asked for before the first is told.
    virtual std::optional<Config> ask() = 0;
    /// The next config to try of those that share the program of one that was timed, so that nothing has to be
    /// built; nothing where there is none.
    virtual std::optional<Config> ask_built() { return std::nullopt; }
    /// Takes the time of a config in nanoseconds, or nothing for one that failed.
    virtual void tell(const Config& config, std::optional<double> nanoseconds) = 0;
    /// Takes what was known before the search, unless the config was asked for: then it never will be. False from a
    /// strategy that begins with nothing, which may ask for it as for any other.
    virtual bool recall(const Config& /*config*/, std::optional<double> /*nanoseconds*/) {
        return false;
    }
    /// Takes that a config it asked for is not tried. A strategy without a model takes that as a failure.
    virtual void skip(const Config& config) { tell(config, std::nullopt); }
    /// How much it expects to gain; nothing from a strategy without a model.
    virtual std::optional<ExpectedGain> expected_gain() { return std::nullopt; }
};

/// A strategy by its name, and how it is made for a search problem.
struct StrategyKind {
    std::string_view name;     // as in other tuners
    std::string_view meaning;  // one line
    std::unique_ptr<Strategy> (*make)(const SearchProblem& problem);
};

/// Every strategy; the first is the default.
std::span<const StrategyKind> strategies();

/// Makes the strategy of this name; a usage Error with the nearest name for an unknown one.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const SearchProblem& problem);

std::unique_ptr<Strategy> make_auto(const SearchProblem& problem);
std::unique_ptr<Strategy> make_bayes_opt(const SearchProblem& problem);
std::unique_ptr<Strategy> make_brute_force(const SearchProblem& problem);
std::unique_ptr<Strategy> make_diff_evo(const SearchProblem& problem);
std::unique_ptr<Strategy> make_genetic_algorithm(const SearchProblem& problem);
std::unique_ptr<Strategy> make_greedy_ils(const SearchProblem& problem);
std::unique_ptr<Strategy> make_pso(const SearchProblem& problem);
std::unique_ptr<Strategy> make_random_sample(const SearchProblem& problem);
std::unique_ptr<Strategy> make_simulated_annealing(const SearchProblem& problem);

}  // namespace hone
