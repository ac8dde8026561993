// SPDX-License-Identifier: MIT
// What an application is expected to lose at a problem that nobody tuned: how much slower the answer
// is than the fastest of the configs that are known, by the estimate of their times, what advice it
// ignores, and what no search has found so far.
#pragma once

#include <optional>

#include "db/lookup/kernel_times.hpp"
#include "db/lookup/tuned_kernel.hpp"

namespace hone::lookup {

/// In log2 of time: 1 where the answer is expected to take twice as long as it need.
struct ExpectedLoss {
    double among_known = 0;  // by a wrong choice
    double advice = 0;       // what no known config follows here
    double not_found = 0;    // what a longer search would find

    /// What is gone once the configs that are known from other problems have been timed there.
    double of_known() const { return among_known + advice; }
    double total() const { return of_known() + not_found; }
};

/// Nothing where too little was measured on the device to compare configs.
std::optional<ExpectedLoss> expected_loss(const Catalog& catalog, const Query& query,
                                          TimesCache& times);

}  // namespace hone::lookup
