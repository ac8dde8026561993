// SPDX-License-Identifier: MIT
// Reads the memory use from the kernel's files ten times a second.
#include "tuner/measure/memory_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <optional>

namespace hone {
namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30U;

std::int64_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::int64_t all = 0;
    std::int64_t resident = 0;
    return file >> all >> resident ? resident * ::sysconf(_SC_PAGESIZE) : 0;
}

/// Reads a line like "MemAvailable:   23456 kB"; 0 if it is missing.
std::int64_t machine_bytes(const std::string& name) {
    std::ifstream file("/proc/meminfo");
    std::string word;
    for (std::int64_t kib = 0; file >> word;)
        if (word == name + ':' && file >> kib) return kib * 1024;
    return 0;
}

const std::filesystem::path group_folder = "/sys/fs/cgroup";

/// Reads a number of the control group; nullopt if the file has none, for example "max".
std::optional<std::int64_t> group_number(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::int64_t bytes = 0;
    return stream >> bytes ? std::optional(bytes) : std::nullopt;
}

/// The bytes of cached files, which the kernel frees if memory is needed.
std::int64_t cached_bytes(const std::filesystem::path& folder) {
    std::ifstream file(folder / "memory.stat");
    std::int64_t all = 0;
    std::string name;
    for (std::int64_t bytes = 0; file >> name >> bytes;)
        if (name == "active_file" || name == "inactive_file") all += bytes;
    return all;
}

void watch(const std::stop_token& stop, std::string (*fault)(const MemoryUse&)) {
    constexpr std::chrono::milliseconds between_looks{100};
    const std::int64_t total =
        std::min(machine_bytes("MemTotal"), group_memory(group_folder).total);
    const std::int64_t before = resident_bytes();
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    while (!stopped.wait_for(lock, stop, between_looks, [&] { return stop.stop_requested(); })) {
        const std::string why =
            fault({.grown = resident_bytes() - before,
                   .total = total,
                   .available = std::min(machine_bytes("MemAvailable"),
                                         group_memory(group_folder).available)});
        if (why.empty()) continue;
        fmt::print(stderr, "{}\n", why);
        ::_exit(1);
    }
}

// A process that has grown by less than 1 GiB is not the cause.
bool leaves_too_little(const MemoryUse& use) {
    constexpr std::int64_t least_left = 16;  // a sixteenth of the total
    return use.total > 0 && use.grown >= gib && use.available < use.total / least_left;
}

std::string fault_text(std::string_view who, const MemoryUse& use) {
    const auto in_gib = [](std::int64_t bytes) {
        return static_cast<double>(bytes) / static_cast<double>(gib);
    };
    return fmt::format("{} took {:.1f} GiB of this machine's {:.1f} GiB", who, in_gib(use.grown),
                       in_gib(use.total));
}

}  // namespace

std::string memory_fault(const MemoryUse& use) {
    constexpr std::int64_t most_part = 4;  // a quarter of the total
    const bool too_much = use.total > 0 && use.grown >= gib && use.grown > use.total / most_part;
    return too_much || leaves_too_little(use) ? fault_text("the compiler", use) : "";
}

std::string run_memory_fault(const MemoryUse& use) {
    return leaves_too_little(use) ? fault_text("the run", use) : "";
}

GroupMemory group_memory(const std::filesystem::path& folder) {
    const auto total = group_number(folder / "memory.max");
    const auto used = group_number(folder / "memory.current");
    GroupMemory memory;
    if (total) memory.total = *total;
    if (total && used) memory.available = *total - *used + cached_bytes(folder);
    return memory;
}

MemoryWatch::MemoryWatch(std::string (*fault)(const MemoryUse&))
    : thread_([fault](const std::stop_token& stop) { watch(stop, fault); }) {}

}  // namespace hone
