// SPDX-License-Identifier: MIT
// What an application is expected to lose at a problem that nobody tuned: how much slower the answer
// is than the fastest of the configs that are known, by the estimate of their times.
#pragma once

#include <optional>

#include "db/lookup/kernel_times.hpp"
#include "db/lookup/tuned_kernel.hpp"

namespace hone::lookup {

/// The expected loss in log2 of time: 1 where the answer is expected to take twice as long as it
/// need. Nothing where too little was measured on the device to compare configs.
std::optional<double> expected_loss(const Catalog& catalog, const Query& query, TimesCache& times);

}  // namespace hone::lookup
