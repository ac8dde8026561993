// SPDX-License-Identifier: MIT
// What the store knows of a kernel from other devices and other sizes, as a search takes it.
#pragma once

#include "db/store/store.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

/// The trials of the same kernel for every other subject, those of the latest runs first. What is
/// no candidate here is left out.
std::vector<Elsewhere> elsewhere_of(Store& store, const MeasurementKey& key, const Space& space,
                                    const Candidates& candidates);

}  // namespace hone
