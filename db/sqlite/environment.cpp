// SPDX-License-Identifier: MIT
// An empty variable says nothing, as the XDG specification has it; and none says anything to a
// program that has more rights than who set it.
#include "db/sqlite/environment.hpp"

#include <cstdlib>

namespace hone {

std::string environment_variable(const char* name, const std::string& otherwise) {
    const char* value = ::secure_getenv(name);
    return value && *value ? value : otherwise;
}

}  // namespace hone
