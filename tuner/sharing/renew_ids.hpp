// SPDX-License-Identifier: MIT
// Ids are hashes of the rows, including hosts and messages. After these are removed, the ids are
// computed anew. So the file stays consistent, and nobody can confirm a guessed host by its id.
#pragma once

#include "db/store/store.hpp"

namespace hone {

/// Gives every run, trial and probe the id of its current content, in one transaction.
void renew_ids(Store& store);

}  // namespace hone
