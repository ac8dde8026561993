// SPDX-License-Identifier: MIT
// From a query to an answer: tries the levels of fallback_levels.sql in order until a config fits.
#pragma once

#include <string>
#include <vector>

#include "db/lookup/ranking.hpp"

namespace hone::lookup {

/// One fallback level: which tuned configs it admits, and the confidence of an answer from it.
struct FallbackLevel {
    Match match;
    DeviceSimilarity similarity;  // minimum
    double max_distance;          // maximum, in log2
    double confidence;            // at distance 0
    double halving_distance;      // distance at which the confidence is halved
    std::string reason;
};

std::vector<FallbackLevel> read_fallback_levels();

/// The kernel to run, with the reason. Always returns an answer; if there is no kernel, its match
/// is `none`.
TunedKernel answer(const Catalog& catalog, const std::vector<FallbackLevel>& levels,
                   const Query& query, const Rejected& rejected, TimesCache& times);

}  // namespace hone::lookup
