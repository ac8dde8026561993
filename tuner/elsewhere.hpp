// SPDX-License-Identifier: MIT
// What the store knows of a kernel from other devices and other sizes, as a search takes it.
#pragma once

#include "db/store.hpp"
#include "spaces/candidates.hpp"
#include "tuner/search/ground.hpp"

namespace hone {

/// The trials of the same kernel for every other subject, those of the latest runs first. What is
/// no candidate here is left out.
std::vector<Elsewhere> elsewhere_of(Store& store, const Subject& subject, const Space& space,
                                    const Candidates& candidates);

}  // namespace hone
