// SPDX-License-Identifier: MIT
// From a query to an answer: tries the levels of fallback_levels.sql in order until a config fits.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "db/lookup/ranking.hpp"

namespace hone {

/// The words of fallback_levels.sql, in order.
constexpr auto words_of(Match /*any*/) {
    return std::array<std::string_view, 9>{"exact",  "near",     "driver",   "far", "architecture",
                                           "vendor", "portable", "defaults", "none"};
}

}  // namespace hone

namespace hone::lookup {

/// One fallback level: which tuned configs it admits, and the confidence of an answer from it.
struct FallbackLevel {
    Match match = Match::none;
    DeviceSimilarity similarity = DeviceSimilarity::none;  // minimum
    double max_distance = 0;                               // maximum, in log2
    double confidence = 0;                                 // at distance 0
    double halving_distance = 0;  // distance at which the confidence is halved
    std::string reason;
};
template <class Visit>
void fields(FallbackLevel& level, Visit& visit) {
    visit("match", level.match), visit("similarity", level.similarity);
    visit("max_distance", level.max_distance), visit("confidence", level.confidence);
    visit("halving_distance", level.halving_distance), visit("reason", level.reason);
}

std::vector<FallbackLevel> read_fallback_levels();

/// The kernel to run, with the reason. Always returns an answer; if there is no kernel, its match
/// is `none`.
TunedKernel answer(const Catalog& catalog, const std::vector<FallbackLevel>& levels,
                   const Query& query, const Rejected& rejected, TimesCache& times);

}  // namespace hone::lookup
