// SPDX-License-Identifier: MIT
// Configs that nobody timed, of programs that were timed and right: what these read at run time differs. A
// product with a deep K may want eight slices where all that were tuned wanted two.
#pragma once

#include <span>
#include <vector>

#include "db/lookup/model_config.hpp"

namespace hone::lookup {

/// For each config that is right elsewhere those that differ in one parameter that its program reads at run time
/// and that shapes the launch. The value was right with another program, and the config never failed. None of
/// them is among `timed`.
std::vector<ModelConfig> of_same_programs(const Catalog& catalog,
                                          std::span<const ModelConfig> timed);

}  // namespace hone::lookup
