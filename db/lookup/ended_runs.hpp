// SPDX-License-Identifier: MIT
// The results of killed runs and the rows of a killed merge are in the trials, but not yet in the
// tables that applications read.
#pragma once

#include "db/sqlite/sqlite.hpp"

namespace hone::lookup {

/// Shows this connection the tables `tuned` and `timing` as they will be once runs of this host
/// that were killed, and a killed merge, are finished. The file is not changed: temporary tables
/// hide the two tables.
void see_all_trials(Connection& connection);

}  // namespace hone::lookup
