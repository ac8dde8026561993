// SPDX-License-Identifier: MIT
// A strategy decides what is tried next. It knows numbers and the times it was told, nothing of
// kernels or devices, so each can be tried on recorded spaces. A strategy is one file that defines
// one maker; strategies/registry.cpp lists them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "tuner/search/search_problem.hpp"

namespace hone {

/// How sure a strategy is that it has found what there is.
struct Outlook {
    double chance = 1;      // of the one choice that most likely gains more than 1 %
    double best_share = 0;  // of the optimum that it expects, which the best told has reached
};

class Strategy {
  public:
    virtual ~Strategy() = default;

    /// What to try next, legal and never asked before; nothing when there is nothing left to ask.
    /// Several may be asked for before the first is told.
    virtual std::optional<Config> ask() = 0;
    /// What came of it: its time in nanoseconds, or nothing for one that failed or was put off.
    virtual void tell(const Config& config, std::optional<double> nanoseconds) = 0;
    /// What it expects of the rest; nothing from a strategy that expects nothing.
    virtual std::optional<Outlook> outlook() { return std::nullopt; }
};

/// How a strategy is called, what it does, and how one is made for this ground.
struct StrategyKind {
    std::string_view name;     // as users of other tuners know it
    std::string_view meaning;  // one line
    std::unique_ptr<Strategy> (*make)(const Ground& ground);
};

/// Every strategy; the first is what hone takes when nobody says.
std::span<const StrategyKind> strategies();

/// Makes the strategy of this name; a usage Error with the nearest name for an unknown one.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const Ground& ground);

std::unique_ptr<Strategy> make_auto(const Ground& ground);
std::unique_ptr<Strategy> make_bayes_opt(const Ground& ground);
std::unique_ptr<Strategy> make_brute_force(const Ground& ground);
std::unique_ptr<Strategy> make_diff_evo(const Ground& ground);
std::unique_ptr<Strategy> make_genetic_algorithm(const Ground& ground);
std::unique_ptr<Strategy> make_greedy_ils(const Ground& ground);
std::unique_ptr<Strategy> make_pso(const Ground& ground);
std::unique_ptr<Strategy> make_random_sample(const Ground& ground);
std::unique_ptr<Strategy> make_simulated_annealing(const Ground& ground);

}  // namespace hone
