// SPDX-License-Identifier: MIT
// The proposals of a model-based strategy: the configs that its model chose and, once the model has
// none left, all others in random order.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

class ProposalQueue {
  public:
    explicit ProposalQueue(const SearchProblem& problem)
        : random_order_(make_random_sample(problem)) {}

    /// Returns the config at this index of the model's pool, and marks it as asked. Without an
    /// index, returns a random config that was never asked for; nullopt if none is left.
    std::optional<Config> next(Surrogate& surrogate, std::optional<std::size_t> index);

    /// Marks a config as asked. Returns false if it was already asked for.
    bool recall(const Config& config) { return asked_.insert(config).second; }
    bool contains(const Config& config) const { return asked_.contains(config); }
    std::size_t size() const { return asked_.size(); }

  private:
    std::unique_ptr<Strategy> random_order_;
    std::set<Config> asked_;
};

}  // namespace hone
