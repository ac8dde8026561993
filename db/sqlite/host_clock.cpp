// SPDX-License-Identifier: MIT
// The clock and the host, asked of the system.
#include "db/sqlite/host_clock.hpp"

#include <unistd.h>

#include <array>
#include <chrono>

namespace hone {

std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    return name.data();
}

}  // namespace hone
