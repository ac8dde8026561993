// SPDX-License-Identifier: MIT
// The stored trials of a kernel on other devices and at other sizes, for transfer learning.
#pragma once

#include "db/store/store.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

/// The trials of the same kernel under every other key, latest runs first. Configs that are no
/// candidates here are left out.
std::vector<TransferTrials> transfer_trials(Store& store, const MeasurementKey& key,
                                            const Space& space, const Candidates& candidates);

}  // namespace hone
