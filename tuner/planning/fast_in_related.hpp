// SPDX-License-Identifier: MIT
// The configs that are fast for a problem in a related precision and were not timed in the
// problem's own. Relative to others, a config usually takes as long in both.
#pragma once

#include <span>
#include <vector>

#include "db/lookup/ranking.hpp"

namespace hone {

/// A config that was not timed for a problem, and how fast it is in a related precision.
struct FastInRelated {
    std::size_t version = 0;  // of the kernel
    Settings config;
    double behind = 0;  // the fastest of all kernels there, in log2 of time
};

/// At most `most` configs of all kernels that can run here and are about as fast as the fastest in
/// a related precision, the fastest first. `related` are the rankings for the same problem there.
std::vector<FastInRelated> fast_in_related(const lookup::ConfigRanking& ranking,
                                           std::span<const lookup::ConfigRanking> related,
                                           std::size_t most);

}  // namespace hone
