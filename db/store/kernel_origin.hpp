// SPDX-License-Identifier: MIT
// Where the texts of a stored kernel came from. A kernel is a program: nobody builds one that only
// a merged or imported file brought, unless that is asked for by name.
#pragma once

#include <string>

#include "db/store/store.hpp"

namespace hone {

/// The file that brought the kernel; empty for one that was named or tuned here.
std::string origin_of(Store& store, const std::string& kernel);

/// Adds a kernel that a file brought; answers with its id. One that is known keeps its origin.
std::string add_from(Store& store, const Kernel& kernel, const std::string& origin);

/// Says where a kernel came from, after it was added to be built once.
void set_origin(Store& store, const std::string& kernel, const std::string& origin);

}  // namespace hone
