// SPDX-License-Identifier: MIT
// Work on several threads: all of it, once, and every thread is joined.
#include "spaces/base/parallel.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace hone;

TEST_CASE("each index is worked on once, also within such a work") {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<int> calls(count);
        for_each_index(count, [&](std::size_t i) { ++calls[i]; });
        CHECK(std::accumulate(calls.begin(), calls.end(), std::size_t{0}) == count);
        CHECK(std::ranges::all_of(calls, [](int each) { return each == 1; }));
    }
    std::atomic<int> inner = 0;
    std::atomic<int> elsewhere = 0;
    for_each_index(8, [&](std::size_t) {
        const std::thread::id here = std::this_thread::get_id();
        for_each_index(8, [&](std::size_t) {
            ++inner;
            if (std::this_thread::get_id() != here) ++elsewhere;
        });
    });
    CHECK(inner == 64);
    CHECK(elsewhere == 0);
}

TEST_CASE("what a work throws arrives after all others have ended") {
    std::atomic<int> running = 0;
    const auto work = [&](std::size_t i) {
        ++running;
        if (i == 3) {
            --running;
            throw std::runtime_error("three");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --running;
    };
    CHECK_THROWS_WITH(for_each_index(50, work), "three");
    CHECK(running == 0);
}
