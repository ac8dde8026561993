// SPDX-License-Identifier: MIT
// The origin of a stored kernel: a database names the file that brought it, and the user's own
// folder lists the kernels that were chosen here.
#pragma once

#include <string>

#include "db/store/store.hpp"

namespace hone {

/// The file that brought a kernel: that of a merge or an import, or the database itself if the user
/// has not chosen the kernel here. Empty for a kernel that this user named or tuned on this
/// machine.
std::string brought_by(Store& store, const std::string& kernel);

}  // namespace hone
