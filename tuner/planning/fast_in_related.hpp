// SPDX-License-Identifier: MIT
// The configs that are fast for a problem in a related precision and were not timed in the problem's
// own. A config whose elements have as many bytes usually takes about as long, relative to others.
#pragma once

#include <span>
#include <vector>

#include "tuner/planning/untimed_configs.hpp"

namespace hone {

/// At most `most` configs of all kernels that can run here, the fastest first. `related` are the
/// rankings for the same problem in related precisions.
std::vector<UntimedConfig> fast_in_related(const lookup::ConfigRanking& ranking,
                                           std::span<const lookup::ConfigRanking> related,
                                           std::size_t most);

}  // namespace hone
