// SPDX-License-Identifier: MIT
// The expected loss of an application at a problem that was not tuned: how much slower the answer
// is than the fastest config. It has three parts: by the estimated times of known configs, by
// advice that the answer ignores, and by configs that no search has found so far.
#pragma once

#include <optional>

#include "db/lookup/kernel_times.hpp"
#include "db/lookup/tuned_kernel.hpp"

namespace hone {

/// In log2 of time: 1 if the answer is expected to take twice the time of the best config.
struct ExpectedLoss {
    double among_known = 0;  // by a wrong choice
    double advice = 0;       // by ignored advice
    double not_found = 0;    // that a longer search would gain

    /// The part that vanishes when configs known from other problems are timed here.
    double of_known() const { return among_known + advice; }
    double total() const { return of_known() + not_found; }
};

/// nullopt if the device has too few measurements to compare configs.
std::optional<ExpectedLoss> expected_loss(const lookup::Catalog& catalog, const Query& query,
                                          lookup::TimesCache& times);

}  // namespace hone
