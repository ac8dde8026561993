// SPDX-License-Identifier: MIT
// The stored trials of a kernel on other devices and at other sizes, for transfer learning.
#pragma once

#include "db/store/store.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

/// The trials of the same kernel under the nearest other keys: alike problems, and this device rather
/// than others. A config that is no candidate here stands for the nearest one that is, where they
/// differ in two parameters at most: rows that are aligned otherwise want copies of another width.
std::vector<TransferTrials> transfer_trials(Store& store, const MeasurementKey& key,
                                            const Space& space, const Candidates& candidates);

}  // namespace hone
