// SPDX-License-Identifier: MIT
// The environment of workers: this program's own, and what it adds for all of them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace hone {

using Environment = std::map<std::string, std::string>;

/// From now on every worker has these variables.
void add_to_worker_environment(const Environment& variables);

/// "NAME=value" texts, each ended by a zero: this program's environment at its start, what was added
/// for all workers, and these variables.
std::string worker_environment(const Environment& extra);

/// Pointers to such texts, with a null at the end.
std::vector<char*> as_pointers(std::string& texts);

}  // namespace hone
