// SPDX-License-Identifier: MIT
// What a strategy with a model has asked for: the places that the model chose, and once it has none
// left, everything else in random order.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

class Offered {
  public:
    explicit Offered(const Ground& ground) : everything_(make_random_sample(ground)) {}

    /// The choice at this place of the model's pool, which the model is told of; without a place,
    /// one that was never asked for, while there is one.
    std::optional<Config> next(Surrogate& surrogate, std::optional<std::size_t> place);

    bool contains(const Config& config) const { return asked_.contains(config); }
    std::size_t size() const { return asked_.size(); }

  private:
    std::unique_ptr<Strategy> everything_;
    std::set<Config> asked_;
};

}  // namespace hone
