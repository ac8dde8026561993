// SPDX-License-Identifier: MIT
// A device heats up, clocks down, gets company. One config is timed again and again; when it moves,
// what was measured since it last stood still cannot be compared, and is measured again.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tuner/session/evaluator.hpp"

namespace hone {

/// Devices of one kind differ by this share at most, and so do two looks at one that stood still.
constexpr double alike_within = 0.03;

/// Whether two looks at one config may have found the same speed: they overlap, or lie no farther
/// apart than that.
bool stood_still(const Estimate& now, const Estimate& before);

/// How many times as long a device takes as another of its kind, by one config on both; nothing
/// where they are too unlike to share a search.
std::optional<double> slowness(const Estimate& here, const Estimate& there);

class Drift {
  public:
    Drift(Evaluator& evaluator, Store& store, const Run& run)
        : evaluator_(evaluator), store_(store), run_(run) {}

    /// Watches this config from now on; answers with its time.
    Estimate watch(const Config& config);

    /// Called after each new trial. Now and then it times the sentinel, and gives back what had to
    /// be measured again; usually nothing.
    std::vector<std::pair<Config, Trial>> after(const Config& config, const Trial& trial,
                                                double incumbent_ns);

    /// How many stretches were measured again.
    std::size_t count() const { return count_; }
    /// The config that is watched, once there is one, and its time when it stood still.
    const std::optional<Config>& sentinel() const { return sentinel_; }
    const Estimate& steady() const { return steady_; }

  private:
    Estimate look();

    Evaluator& evaluator_;
    Store& store_;
    const Run& run_;
    std::optional<Config> sentinel_;
    Estimate steady_;
    std::vector<std::pair<Config, Trial>>
        stretch_;  // good trials since the sentinel last stood still
    std::size_t since_ = 0;
    std::size_t count_ = 0;
};

}  // namespace hone
