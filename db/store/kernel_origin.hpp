// SPDX-License-Identifier: MIT
// The origin of a stored kernel's source. A kernel is a program: one that only came with a merged
// or imported file is never built, unless the user names it.
#pragma once

#include <string>

#include "db/store/store.hpp"

namespace hone {

/// The file that the kernel came from; empty for one that was defined or tuned here.
std::string origin_of(Store& store, const std::string& kernel);

/// Adds a kernel of a file and returns its id. A known kernel keeps its origin.
std::string add_from(Store& store, const Kernel& kernel, const std::string& origin);

/// Sets the origin of a kernel that was added in order to be built once.
void set_origin(Store& store, const std::string& kernel, const std::string& origin);

}  // namespace hone
