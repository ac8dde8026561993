// SPDX-License-Identifier: MIT
// From a question to an answer: down the ladder of queries/lookup/ladder.sql, rung by rung, until
// something fits.
#pragma once

#include <string>
#include <vector>

#include "db/lookup/ranking.hpp"

namespace hone::lookup {

/// One rung: what it takes, and what an answer from it is worth.
struct Rung {
    Match match;
    Kin kin;       // at least
    double reach;  // doublings at most
    double trust;  // at no distance
    double half;   // doublings by which trust halves
    std::string reason;
};

std::vector<Rung> read_ladder();

/// What to do, and why; there is always an answer, if only that there is no such kernel.
TunedKernel answer(const Book& book, const std::vector<Rung>& ladder, const Question& question,
                   const Rejected& rejected);

}  // namespace hone::lookup
