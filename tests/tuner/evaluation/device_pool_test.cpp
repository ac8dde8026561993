// SPDX-License-Identifier: MIT
// Devices that share a search are compared by the times of one config.
#include "tuner/evaluation/device_pool.hpp"

#include <catch2/catch.hpp>
#include <latch>

#include "tests/tuner/evaluation/made_pool.hpp"

using namespace hone;
using made_pool::MadePool;

TEST_CASE("two devices are compared by one config, although the first device has replaced it") {
    MadePool made(2);
    std::optional<Config> former;
    bool was_timed = false;
    made.benches[0].sentinel_runs = [&](const Config& config) {
        if (!former) former = config;
        return config != former || !std::exchange(was_timed, true);
    };
    std::latch replaced(1);
    made.benches[1].sentinel_runs = [&](const Config& /*config*/) {
        replaced.wait();
        return true;
    };
    std::optional<Config> latest;
    for (Index i = 0; i < made.candidates(); ++i) {
        made.pool->submit(made.request(i));
        const EvalResult result = made.pool->wait();
        if (result.sentinel_time.known()) latest = result.sentinel.config;
    }
    replaced.count_down();
    CHECK(latest != former);
    made.pool->rest();
    CHECK(made.pool->size() == 2);
}
