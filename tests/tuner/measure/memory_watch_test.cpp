// SPDX-License-Identifier: MIT
// A process that takes too much memory ends with the reason; another one continues.
#include "tuner/measure/memory_watch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <limits>
#include <vector>

#include "tests/folder.hpp"

using namespace hone;

namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20U;
constexpr std::int64_t gib = std::int64_t{1} << 30U;

std::atomic<int> looks{0};  // by the watch of this process

std::string over_100_mib(const MemoryUse& use) {
    ++looks;
    looks.notify_one();
    return use.grown > 100 * mib ? "the compiler took too much" : "";
}

void wait_for_looks(int count) {
    for (const int before = looks; looks < before + count;) looks.wait(looks);
}

/// The exit status of a process that takes this much memory while it is watched.
int status_after_taking(std::int64_t bytes) {
    const pid_t child = ::fork();
    if (child == 0) {
        const MemoryWatch watch(over_100_mib);
        wait_for_looks(1);
        const std::vector<char> taken(static_cast<std::size_t>(bytes), 'x');
        wait_for_looks(2);  // one may have read the memory before
        ::_exit(taken.back() == 'x' ? 7 : 8);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("what a compiler may take is in proportion to the machine") {
    CHECK(memory_fault({.grown = 5 * gib, .total = 24 * gib, .available = 12 * gib}).empty());
    CHECK(memory_fault({.grown = 7 * gib, .total = 24 * gib, .available = 12 * gib}) ==
          "the compiler took 7.0 GiB of this machine's 24.0 GiB");
    CHECK(memory_fault({.grown = 7 * gib, .total = 64 * gib, .available = 40 * gib}).empty());
    // Little memory is left: a process that has taken little is not the cause.
    CHECK_FALSE(memory_fault({.grown = 2 * gib, .total = 64 * gib, .available = gib}).empty());
    CHECK(memory_fault({.grown = gib / 2, .total = 64 * gib, .available = gib}).empty());
    CHECK(memory_fault({.grown = 2 * gib, .total = 0, .available = 0}).empty());
}

TEST_CASE("a run may take what leaves the machine enough") {
    CHECK(run_memory_fault({.grown = 15 * gib, .total = 24 * gib, .available = 6 * gib}).empty());
    CHECK(run_memory_fault({.grown = 20 * gib, .total = 24 * gib, .available = gib}) ==
          "the run took 20.0 GiB of this machine's 24.0 GiB");
    CHECK(run_memory_fault({.grown = gib / 2, .total = 24 * gib, .available = gib}).empty());
    CHECK(run_memory_fault({.grown = 20 * gib, .total = 0, .available = 0}).empty());
}

TEST_CASE("a control group has left what it may use and does not, files aside") {
    const test::Folder folder;
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(folder / name) << text << "\n";
    };
    const std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    CHECK(group_memory(folder / "none").total == unlimited);
    write("memory.max", "max");
    write("memory.current", "5000");
    CHECK(group_memory(folder / "").total == unlimited);
    CHECK(group_memory(folder / "").available == unlimited);
    write("memory.max", "8000");
    write("memory.stat", "anon 3000\nfile 2000\ninactive_file 700\nactive_file 800");
    CHECK(group_memory(folder / "").total == 8000);
    CHECK(group_memory(folder / "").available == 4500);
}

TEST_CASE("a worker whose memory grows too much ends, and another does not") {
    CHECK(status_after_taking(200 * mib) == 1);
    CHECK(status_after_taking(20 * mib) == 7);
}
