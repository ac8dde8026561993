// SPDX-License-Identifier: MIT
// A strategy decides what is tried next. It knows candidates and the times it was told, nothing of
// kernels or devices, so each can be tried on recorded spaces. A strategy is one file that defines
// one maker; strategies.cpp lists them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "spaces/candidates.hpp"

namespace hone {

class Strategy {
  public:
    virtual ~Strategy() = default;

    /// What to try next, legal and never asked before; nothing when there is nothing left to ask.
    virtual std::optional<Config> ask() = 0;
    /// What came of it: its time in nanoseconds, or nothing for one that failed or was put off.
    virtual void tell(const Config& config, std::optional<double> nanoseconds) = 0;
};

/// How a strategy is called, what it does, and how one is made for these candidates and this seed.
struct StrategyKind {
    std::string_view name;     // as users of other tuners know it
    std::string_view meaning;  // one line
    std::unique_ptr<Strategy> (*make)(const Candidates& candidates, std::uint64_t seed);
};

/// Every strategy; the first is what hone takes when nobody says.
std::span<const StrategyKind> strategies();

/// Makes the strategy of this name; a usage Error with the nearest name for an unknown one. The
/// candidates must outlive it.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const Candidates& candidates,
                                        std::uint64_t seed);

std::unique_ptr<Strategy> make_brute_force(const Candidates& candidates, std::uint64_t seed);
std::unique_ptr<Strategy> make_random_sample(const Candidates& candidates, std::uint64_t seed);
std::unique_ptr<Strategy> make_greedy_ils(const Candidates& candidates, std::uint64_t seed);

}  // namespace hone
