// SPDX-License-Identifier: MIT
// A strategy chooses the next config. It only sees numbers and times, not kernels or devices, so
// that each strategy can be tried on recorded spaces. A strategy is one file that defines one make
// function; strategies/registry.cpp lists them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "tuner/search/search_problem.hpp"

namespace hone {

/// The gain that a strategy expects from further trials.
struct ExpectedGain {
    double probability = 1;    // that some config is more than 1 % faster than the best so far
    double best_fraction = 0;  // the share of the optimum that the best so far has surely reached
};

class Strategy {
  public:
    virtual ~Strategy() = default;

    /// Returns the next config to try, legal and never asked before; nullopt if none is left.
    /// Several configs may be asked for before the first result is told.
    virtual std::optional<Config> ask() = 0;
    /// Returns the next config among those that share the program of a timed one, so that nothing
    /// has to be built; nullopt if there is none.
    virtual std::optional<Config> ask_built() { return std::nullopt; }
    /// Passes the time of a config in nanoseconds; nullopt if it failed.
    virtual void tell(const Config& config, std::optional<double> nanoseconds) = 0;
    /// Passes a result from before the search. A strategy that accepts it never asks for the
    /// config, and returns true, unless the config was already asked for. A strategy without prior
    /// data returns false, and may ask for the config.
    virtual bool recall(const Config& /*config*/, std::optional<double> /*nanoseconds*/) {
        return false;
    }
    /// Reports that an asked config is not tried. A strategy without a model counts this as a
    /// failure.
    virtual void skip(const Config& config) { tell(config, std::nullopt); }
    /// Returns the expected gain; nullopt from a strategy without a model.
    virtual std::optional<ExpectedGain> expected_gain() { return std::nullopt; }
};

/// A strategy's name, and the function that makes it for a search problem.
struct StrategyKind {
    std::string_view name;     // as in other tuners
    std::string_view meaning;  // one line
    std::unique_ptr<Strategy> (*make)(const SearchProblem& problem);
};

/// Every strategy; the first is the default.
std::span<const StrategyKind> strategies();

/// Makes the strategy with this name. Throws a usage Error with the nearest name if there is none.
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
