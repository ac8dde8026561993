// SPDX-License-Identifier: MIT
// The environment of workers: this program's own, and variables added for all of them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace hone {

using Environment = std::map<std::string, std::string>;

/// Adds these variables for all workers that start from now on.
void add_to_worker_environment(const Environment& variables);

/// Returns "NAME=value" texts, each terminated by a zero: this program's environment at its start,
/// the variables added for all workers, and `extra`.
std::string worker_environment(const Environment& extra);

/// Returns pointers to these texts, terminated by a null pointer.
std::vector<char*> as_pointers(std::string& texts);

}  // namespace hone
