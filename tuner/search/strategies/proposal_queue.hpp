// SPDX-License-Identifier: MIT
// What a model-based strategy has asked for: the configs that its model chose and, once the model
// has none left, all others in random order.
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

    /// The config at this index of the model's pool, marked as asked; without an index, a random
    /// one that was never asked for, while there is one.
    std::optional<Config> next(Surrogate& surrogate, std::optional<std::size_t> index);

    /// False for one that was asked for.
    bool recall(const Config& config) { return asked_.insert(config).second; }
    bool contains(const Config& config) const { return asked_.contains(config); }
    std::size_t size() const { return asked_.size(); }

  private:
    std::unique_ptr<Strategy> random_order_;
    std::set<Config> asked_;
};

}  // namespace hone
