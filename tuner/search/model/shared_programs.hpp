// SPDX-License-Identifier: MIT
// Which configs share a program: those that differ in nothing that is compiled in. Once one of them was built the
// others take no build.
#pragma once

#include "tuner/search/search_problem.hpp"

namespace hone {

class SharedPrograms {
  public:
    /// The problem must outlive it.
    explicit SharedPrograms(const SearchProblem& problem) : problem_(problem) {}

    /// Whether any two configs share one.
    bool any() const { return !problem_.built_alike.empty(); }
    /// The program of a config, by the values that it is built with.
    Config program_of(const Config& config) const;
    /// Each candidate that has the program of this config.
    std::vector<Config> alike(const Config& config) const;

  private:
    const SearchProblem& problem_;
};

}  // namespace hone
