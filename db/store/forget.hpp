// SPDX-License-Identifier: MIT
// Removes runs with all of their results.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// The numbers of removed rows.
struct Forgotten {
    std::int64_t runs = 0, trials = 0, kernels = 0;
};

/// Removes these runs, in one transaction. A kernel is removed with its last run. Earlier bests
/// become the best again.
Forgotten forget(Store& store, const std::vector<Run>& runs);

/// Removes a kernel that has no runs.
void forget_kernel(Store& store, const std::string& id);

}  // namespace hone
