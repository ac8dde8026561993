// SPDX-License-Identifier: MIT
// What a killed run had found so far is in the trials, not yet in the tables that applications read.
#pragma once

#include "db/sqlite/sqlite.hpp"

namespace hone::lookup {

/// Lets this connection read `tuned` and `timing` as they will be once the runs that were killed on
/// this host are ended. The file stays as it is: temporary tables take the place of both.
void see_ended_runs(Connection& connection);

}  // namespace hone::lookup
