// SPDX-License-Identifier: MIT
// Shards of the candidates: together they are the whole, no two overlap, and each works like
// candidates of its own.
#include <catch2/catch.hpp>
#include <set>

#include "spaces/candidates/candidates.hpp"

using namespace hone;

namespace {

Space triangle() {
    Space space;
    space.name = "triangle";
    for (const char* name : {"A", "B", "C"}) {
        space.parameters.push_back({name, {}});
        for (int value = 1; value <= 12; ++value)
            space.parameters.back().values.emplace_back(Number(value));
    }
    space.constraints.push_back({"A <= B", Expression::parse("A <= B")});
    return space;
}

Candidates shard_of(const Space& space, Index which, Index of) {
    Candidates candidates(space);
    candidates.keep({which, of});
    return candidates;
}

std::set<Config> all_of(const Candidates& candidates) {
    std::set<Config> all;
    for (Index i = 0; i < candidates.count(); ++i) all.insert(candidates.at(i));
    return all;
}

}  // namespace

TEST_CASE("shards together are the whole and share nothing") {
    const Space space = triangle();
    const std::set<Config> whole = all_of(Candidates(space));
    for (const int of : {1, 2, 7, 936, 2000}) {
        std::set<Config> together;
        Index sum = 0;
        for (int which = 0; which < of; ++which) {
            const Candidates shard = shard_of(space, Index(which), Index(of));
            sum += *shard.count();
            together.merge(all_of(shard));
        }
        CHECK(together == whole);
        CHECK(sum == Index(whole.size()));
    }
}

TEST_CASE("whatever a shard gives is its own") {
    const Space space = triangle();
    const Candidates shard = shard_of(space, 2, 5);
    const std::set<Config> own = all_of(shard);
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Config drawn = shard.draw(random);
        CHECK(own.contains(drawn));
        for (const Neighborhood near :
             {Neighborhood::adjacent, Neighborhood::hamming, Neighborhood::repaired})
            for (const Config& neighbor : shard.neighbors(drawn, near))
                CHECK(own.contains(neighbor));
    }
    for (const Config& config : all_of(Candidates(space))) {
        CHECK(shard.contains(config) == own.contains(config));
        CHECK(own.contains(*shard.nearest(config)));
        if (own.contains(config)) CHECK(shard.at(*shard.index_of(config)) == config);
    }
    CHECK(shard.sample(50, 3).size() == 50);
    for (const Config& config : shard.sample(50, 3)) CHECK(own.contains(config));
}

TEST_CASE("there may be more shards than candidates") {
    const Candidates shard = shard_of(triangle(), 1999, 2000);
    CHECK(shard.empty());
    CHECK_FALSE(shard.nearest({0, 0, 0}));
    CHECK(shard.sample(5, 1).empty());
}
