// SPDX-License-Identifier: MIT
// Untimed configs whose programs were timed and checked: only parameters read at run time differ. A
// product with a deep K may need eight slices although all tuned configs have two.
#pragma once

#include <span>
#include <vector>

#include "db/lookup/model_config.hpp"

namespace hone::lookup {

/// For each config that passed the checks at other sizes: the configs that differ in one parameter
/// that the program reads at run time and that shapes the launch. The new value must have passed
/// with another program, and the config must never have failed. The result has no config of
/// `timed`.
std::vector<ModelConfig> of_same_programs(const Catalog& catalog,
                                          std::span<const ModelConfig> timed);

}  // namespace hone::lookup
