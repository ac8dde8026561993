// SPDX-License-Identifier: MIT
// Deadlines follow successful runs, between 10 s and the user's limit.
#include "tuner/measure/adaptive_limit.hpp"

#include <catch2/catch.hpp>

using namespace hone;
using namespace std::chrono_literals;

TEST_CASE("until something has succeeded a worker may take all the time that is allowed") {
    CHECK(AdaptiveLimit(60s).limit() == 60s);
}

TEST_CASE("ten times the slowest success is enough, and 10 s at least") {
    AdaptiveLimit limit(60s);
    limit.succeeded_in(20ms);
    CHECK(limit.limit() == 10s);
    limit.succeeded_in(2500ms);
    limit.succeeded_in(30ms);
    CHECK(limit.limit() == 25s);
    limit.succeeded_in(30s);
    CHECK(limit.limit() == 60s);
}

TEST_CASE("what the user allows is never exceeded, however short") {
    AdaptiveLimit limit(3s);
    limit.succeeded_in(2s);
    CHECK(limit.limit() == 3s);
}
