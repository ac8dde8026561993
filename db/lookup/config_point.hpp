// SPDX-License-Identifier: MIT
// Configs as points for the model of times, and which of them are alike to it.
#pragma once

#include <span>
#include <vector>

#include "db/estimate/time_model.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// The values of the config as a point for the model of times.
prediction::ConfigPoint config_point(std::span<const Number> parameters);

/// Tells twins: configs that differ only in what their program reads at run time and what does not shape the launch,
/// such as the order in which work-groups visit tiles. They take about the same time.
class TwinKey {
  public:
    explicit TwinKey(const Recipe& recipe);

    using Key = std::vector<std::pair<std::int64_t, std::int64_t>>;  // exact, as fractions

    /// The same for twins, and for no other configs.
    Key of(std::span<const Number> parameters) const;

  private:
    std::vector<bool> counts_;  // of each parameter, whether twins have the same value of it
};

}  // namespace hone::lookup
