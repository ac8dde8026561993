// SPDX-License-Identifier: MIT
// The build defines the version.
#include "db/sqlite/version.hpp"

namespace hone {

const std::string& this_tool() {
    static const std::string tool = "hone " HONE_VERSION;
    return tool;
}

}  // namespace hone
