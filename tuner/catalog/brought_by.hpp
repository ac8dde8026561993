// SPDX-License-Identifier: MIT
// Whose a stored kernel is: a database says which file brought it, and the user's own folder says which
// kernels were chosen here.
#pragma once

#include <string>

#include "db/store/store.hpp"

namespace hone {

/// The file that brought a kernel: that of a merge or an import, or the database itself where nobody
/// has chosen the kernel here. Empty for what this user named or tuned on this machine.
std::string brought_by(Store& store, const std::string& kernel);

}  // namespace hone
