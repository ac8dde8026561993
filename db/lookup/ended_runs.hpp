// SPDX-License-Identifier: MIT
// What a killed run had found so far, and what a merge that was killed had copied, is in the trials, not
// yet in the tables that applications read.
#pragma once

#include "db/sqlite/sqlite.hpp"

namespace hone::lookup {

/// Lets this connection read `tuned` and `timing` as they will be once the runs that were killed on
/// this host, and the merge that was, are ended. The file stays as it is: temporary tables take the place of both.
void see_all_trials(Connection& connection);

}  // namespace hone::lookup
