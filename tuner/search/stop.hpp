// SPDX-License-Identifier: MIT
// When to stop: a strategy says what it expects of the rest, and calm is when it says so for
// a while, since one look at a model may be mistaken.
#pragma once

#include "tuner/search/strategy.hpp"

namespace hone {

class Calm {
  public:
    /// Takes the outlook after a trial: true when little has been left to gain for long enough.
    bool lasts(const std::optional<Outlook>& outlook) {
        const bool little = outlook && outlook->chance < small_chance;
        calm_ = little ? calm_ + 1 : 0;
        return calm_ >= long_enough;
    }

  private:
    // Of the best of what is left to gain 1 %, as the model has it.
    static constexpr double small_chance = 0.05;
    static constexpr int long_enough = 10;
    int calm_ = 0;
};

}  // namespace hone
