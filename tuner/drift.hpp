// SPDX-License-Identifier: MIT
// A device heats up, clocks down, gets company. One config is timed again and again; when it moves,
// what was measured since it last stood still cannot be compared, and is measured again.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tuner/evaluator.hpp"

namespace hone {

class Drift {
  public:
    Drift(Evaluator& evaluator, Store& store, const Run& run)
        : evaluator_(evaluator), store_(store), run_(run) {}

    /// Called after each new trial. Now and then it times the sentinel, and gives back what had to
    /// be measured again; usually nothing.
    std::vector<std::pair<Config, Trial>> after(const Config& config, const Trial& trial,
                                                double incumbent_ns);

    /// How many stretches were measured again.
    std::size_t count() const { return count_; }

  private:
    Estimate look();

    Evaluator& evaluator_;
    Store& store_;
    const Run& run_;
    std::optional<std::pair<Config, std::string>> sentinel_;  // and its text
    Estimate steady_;
    std::vector<std::pair<Config, Trial>>
        stretch_;  // good trials since the sentinel last stood still
    std::size_t since_ = 0;
    std::size_t count_ = 0;
};

}  // namespace hone
