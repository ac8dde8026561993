// SPDX-License-Identifier: MIT
// Rebuilds the tables `tuned` and `timing`, which applications read, from the trials. Writers
// update the file; readers use temporary tables of the same names.
#pragma once

#include <string>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// For each key whose best or fastest configs this run may have changed. A config that the run
/// found to be wrong may have been the best of several problems.
void refresh_after_run(Connection& connection, const std::string& run);

/// For all keys.
void refresh_all(Connection& connection);

}  // namespace hone
