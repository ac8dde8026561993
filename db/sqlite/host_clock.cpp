// SPDX-License-Identifier: MIT
// Queries the system for clock and host.
#include "db/sqlite/host_clock.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>

namespace hone {

std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::int64_t now_ns() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::optional<std::int64_t> process_started_ms(std::int64_t pid) {
    // The name in parentheses may contain any character; the start time is the 20th word after it.
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text, '\0');
    const auto name_end = text.rfind(')');
    if (name_end == text.npos) return std::nullopt;
    std::istringstream words(text.substr(name_end + 1));
    constexpr int before_start = 19;
    for (int word = 0; word < before_start; ++word) words >> text;
    std::int64_t ticks = 0;
    timespec since_boot{};
    if (!(words >> ticks) || clock_gettime(CLOCK_BOOTTIME, &since_boot) != 0) return std::nullopt;
    const std::int64_t uptime_ms = since_boot.tv_sec * 1000 + since_boot.tv_nsec / 1'000'000;
    return now_ms() - (uptime_ms - ticks * 1000 / sysconf(_SC_CLK_TCK));
}

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    return name.data();
}

}  // namespace hone
