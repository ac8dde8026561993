// SPDX-License-Identifier: MIT
// In a side-by-side timing each config runs once a round, and over the rounds at each place and on
// each copy of the inputs.
#include "kernels/launch/launch_rotation.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <vector>

using namespace hone;

namespace {

std::vector<std::size_t> round_of(std::size_t round, std::size_t count) {
    std::vector<std::size_t> order;
    for (std::size_t place = 0; place < count; ++place)
        order.push_back(interleaved_index(round, place, count));
    return order;
}

}  // namespace

TEST_CASE(
    "each config has one turn a round, and after two rounds the same mean place as all others") {
    for (const std::size_t count : {1U, 2U, 5U, 24U}) {
        for (std::size_t round = 0; round < 2 * count; round += 2) {
            const std::vector<std::size_t> there = round_of(round, count);
            const std::vector<std::size_t> back = round_of(round + 1, count);
            CHECK(std::set(there.begin(), there.end()).size() == count);
            CHECK(std::vector(back.rbegin(), back.rend()) == there);
        }
    }
}

TEST_CASE("each config has each place equally often") {
    const std::size_t count = 5;
    std::map<std::pair<std::size_t, std::size_t>, int> times;  // by config and place
    for (std::size_t round = 0; round < 2 * count; ++round)
        for (std::size_t place = 0; place < count; ++place)
            ++times[{interleaved_index(round, place, count), place}];
    CHECK(times.size() == count * count);
    for (const auto& [at, often] : times) CHECK(often == 2);
}

TEST_CASE(
    "where a round takes each copy of the inputs equally often, each config still has all of "
    "them") {
    const std::size_t count = 4;
    const std::size_t runs = 4;  // in each turn
    const std::size_t copies = 16;
    std::vector<std::set<std::size_t>> used(count);
    std::size_t copy = 0;
    for (std::size_t round = 0; round < 2 * count; ++round)
        for (std::size_t place = 0; place < count; ++place)
            for (std::size_t run = 0; run < runs; ++run)
                used[interleaved_index(round, place, count)].insert(copy++ % copies);
    for (const auto& each : used) CHECK(each.size() == copies);
}
