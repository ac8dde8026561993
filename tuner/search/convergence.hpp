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
        ++trials_;
        calm_ = little ? calm_ + 1 : 0;
        return calm_ >= least && calm_ >= part * trials_;
    }

  private:
    // For the choice that most likely gains 1 %, as the model has it.
    static constexpr double small_chance = 0.05;
    // A model that has just been proved wrong is as sure as one that is right: calm has to last for
    // a third of all trials, and for long enough to try the neighbors of the best.
    static constexpr int least = 20;
    static constexpr double part = 1.0 / 3;
    int trials_ = 0;
    int calm_ = 0;
};

}  // namespace hone
