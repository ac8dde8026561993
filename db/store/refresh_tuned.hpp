// SPDX-License-Identifier: MIT
// What applications read, the tables `tuned` and `timing`, is written anew from the trials: in the file by
// who writes it, or in temporary tables of the same names by who only reads.
#pragma once

#include <string>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// For each key whose best or fastest configs this run may have changed. A config that it has found
/// wrong may have been the best of several problems.
void refresh_after_run(Connection& connection, const std::string& run);

/// For all keys.
void refresh_all(Connection& connection);

}  // namespace hone
