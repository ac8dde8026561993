// SPDX-License-Identifier: MIT
// The stored trials of a kernel on other devices and at other sizes, for transfer learning.
#pragma once

#include "db/store/store.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

/// Returns the trials of the same kernel under the nearest other keys: similar problems, and
/// preferably this device and this precision. If a config is not a candidate here, the nearest
/// candidate replaces it, provided they differ in at most two parameters: for example, rows with
/// another alignment need copies of another width.
std::vector<TransferTrials> transfer_trials(Store& store, const MeasurementKey& key,
                                            const Space& space, const Candidates& candidates);

}  // namespace hone
