// SPDX-License-Identifier: MIT
// Ids are made of what rows say, hosts and messages among it. Where these are taken out the ids are
// made anew: the file stays sound, and nobody can guess a host and see from an id that it is right.
#pragma once

#include "db/store/store.hpp"

namespace hone {

/// Gives every run, trial and probe the id of what it says now, in one transaction.
void renew_ids(Store& store);

}  // namespace hone
