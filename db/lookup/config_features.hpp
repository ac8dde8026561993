// SPDX-License-Identifier: MIT
// Configs as points of the time model, and which configs count as alike.
#pragma once

#include <span>
#include <vector>

#include "db/prediction/time_model.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// The config as a point of the time model.
prediction::ConfigFeatures config_features(std::span<const Number> parameters);

/// Finds twins: configs that differ only in parameters that their program reads at run time and
/// that do not shape the launch, such as the order in which work-groups visit tiles. Twins take
/// about the same time.
class TwinKey {
  public:
    explicit TwinKey(const Recipe& recipe);

    using Key = std::vector<std::pair<std::int64_t, std::int64_t>>;  // exact, as fractions

    /// Equal for twins, different for all other configs.
    Key of(std::span<const Number> parameters) const;

  private:
    std::vector<bool> counts_;  // per parameter: whether twins must agree in it
};

}  // namespace hone::lookup
