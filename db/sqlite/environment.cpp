// SPDX-License-Identifier: MIT
// An empty variable counts as unset, as in the XDG specification. A program with more rights than
// its caller ignores all variables.
#include "db/sqlite/environment.hpp"

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <set>

#include "db/model/printable.hpp"

namespace hone {

std::string environment_variable(const char* name, const std::string& otherwise) {
    const char* value = ::secure_getenv(name);
    return value && *value ? value : otherwise;
}

void complain_of_variable(const char* name, const std::string& value, const std::string& what) {
    static std::mutex mutex;
    static auto& said = *new std::set<std::string>;  // never destroyed: usable until exit
    const std::string line =
        "hone: " + one_line(std::string(name) + " is '" + value + "'; " + what);
    const std::lock_guard lock(mutex);
    if (said.insert(line).second) std::clog << line + "\n";
}

}  // namespace hone
