// SPDX-License-Identifier: MIT
// The chunks of a loop: all of them run, and an exception is rethrown.
#include "kernels/check/parallel_for.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

using namespace hone;

TEST_CASE("each row is in one chunk, and what a chunk throws arrives") {
    std::vector<int> visits(1001);
    parallel_for(8, visits.size(), [&](std::size_t, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) ++visits[i];
    });
    CHECK(visits == std::vector<int>(1001, 1));
    for (const std::size_t thrower : {0U, 5U}) {
        const auto work = [&](std::size_t chunk, std::size_t, std::size_t) {
            if (chunk == thrower) throw std::runtime_error("no memory");
        };
        CHECK_THROWS_WITH(parallel_for(8, visits.size(), work), "no memory");
    }
}
