// SPDX-License-Identifier: MIT
// Finds configs that share a program: they differ only in values that are not compiled in. Once one
// of them is built, the others need no build.
#pragma once

#include "tuner/search/search_problem.hpp"

namespace hone {

class SharedPrograms {
  public:
    /// The problem must outlive this object.
    explicit SharedPrograms(const SearchProblem& problem) : problem_(problem) {}

    /// Whether any two configs share a program.
    bool any() const { return !problem_.built_alike.empty(); }
    /// The program of a config, represented by the values with which it is built.
    Config program_of(const Config& config) const;
    /// Returns all candidates with the program of this config.
    std::vector<Config> alike(const Config& config) const;

  private:
    const SearchProblem& problem_;
};

}  // namespace hone
