// SPDX-License-Identifier: MIT
// The set of buffers of each run: a run whose data another has just read is timed in a warm cache.
#include "tuner/measure/run_timer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "kernels/launch/clock_check.hpp"
#include "kernels/launch/shared_context.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;

namespace {

constexpr const char* counting = R"(
__kernel void visit(__global int* visits) { visits[0] += 1; }
__kernel void visit_again(__global int* visits) { visits[0] += 1; })";

/// Three sets of buffers that count the runs on them.
struct CountedSets {
    static constexpr std::size_t sets = 3;
    LocalDevice device = all_devices().front();
    cl::Context context = shared_context(device.handle);
    cl::CommandQueue queue = timed_queue(context, device.handle);
    cl::Program program = compile(context, device.handle, counting, "").program;
    RunTimer timer{device, context, queue};
    std::vector<cl::Buffer> visits;
    std::size_t next_set = 0;

    CountedSets() {
        for (std::size_t set = 0; set < sets; ++set) {
            visits.emplace_back(context, CL_MEM_READ_WRITE, sizeof(cl_int));
            queue.enqueueFillBuffer(visits.back(), cl_int{0}, 0, sizeof(cl_int));
        }
    }

    LaunchRotation rotation(const char* entry) {
        Launch launch;
        launch.entry = entry;
        launch.dimensions = 1;
        launch.global = launch.local = {1, 1, 1};
        std::vector<Launcher> launchers;
        for (const cl::Buffer& each : visits)
            launchers.emplace_back(program, std::vector{launch}, Bindings{{"visits", each}});
        return {std::move(launchers), next_set};
    }

    std::vector<cl_int> counts() {
        std::vector<cl_int> counts(sets);
        for (std::size_t set = 0; set < sets; ++set)
            queue.enqueueReadBuffer(visits[set], CL_TRUE, 0, sizeof(cl_int), &counts[set]);
        return counts;
    }

    /// Whether a warm-up has more than twenty runs. How many it has follows from the time of one run, which
    /// a busy machine may interrupt; so a few more warm-ups are tried.
    bool is_warmed_up_by_many(LaunchRotation& launches, std::optional<std::int64_t> just_ran = {}) {
        for (int tries = 0; tries < 20; ++tries) {
            const std::size_t before = next_set;
            timer.warm_up(launches, {}, just_ran);
            if (next_set > before + 20) return true;
        }
        return false;
    }
};

}  // namespace

TEST_CASE("a clock counts as finely as all that it measured says") {
    ClockTick tick(1000);
    CHECK(tick.ns() == 1000);
    for (const std::int64_t measured : {13024, 12992, 13600, 12832, 13056, 13088})
        for (int i = 0; i < 2; ++i) tick.add(measured);
    CHECK(tick.is_known());
    CHECK(tick.ns() == 32);
    tick.add(12968);
    CHECK(tick.ns() == 8);

    ClockTick coarse(1);  // reports a finer tick than it has
    for (int i = 1; i < 20; ++i) coarse.add(1000 * i);
    CHECK(coarse.ns() == 1);

    ClockTick always_the_same(1000);
    for (int i = 0; i < 20; ++i) always_the_same.add(13024);
    CHECK(always_the_same.ns() == 1000);

    ClockTick dead(0);
    for (int i = 0; i < 20; ++i) dead.add(0);
    CHECK_FALSE(dead.is_known());
    CHECK(dead.ns() == 1);
}

TEST_CASE("sets of buffers are used in rotation, in warming up, in batches, and by all configs",
          "[device]") {
    CountedSets made;
    const auto even = [&] {
        const auto counts = made.counts();
        const auto [fewest, most] = std::ranges::minmax_element(counts);
        INFO(counts[0] << ", " << counts[1] << ", " << counts[2]);
        CHECK(*most - *fewest <= 1);
        return *fewest;
    };
    LaunchRotation one = made.rotation("visit");
    LaunchRotation other = made.rotation("visit_again");
    made.timer.warm_up(one, {});
    even();
    for (int round = 0; round < 4; ++round) {
        made.timer.run(one, {});
        CHECK(made.timer.time(one, 2, {}).fault.empty());
        made.timer.run(other, {});
        CHECK(even() > 0);
    }
}

TEST_CASE("a short run is warmed up by many", "[device]") {
    CountedSets made;
    LaunchRotation rotation = made.rotation("visit");
    CHECK(made.is_warmed_up_by_many(rotation));
}

TEST_CASE("what has just run for long is not warmed up again", "[device]") {
    CountedSets made;
    LaunchRotation rotation = made.rotation("visit");
    constexpr std::int64_t second_ns = 1'000'000'000;
    CHECK(made.timer.warm_up(rotation, {}, second_ns) == 1);
    CHECK(made.next_set == 0);
    constexpr std::int64_t short_ns = 1'000;
    CHECK(made.is_warmed_up_by_many(rotation, short_ns));
}

TEST_CASE("what comes before each run comes before each", "[device]") {
    CountedSets made;
    LaunchRotation rotation = made.rotation("visit");
    std::size_t before = 0;
    made.timer.warm_up(rotation, [&] { ++before; });
    made.timer.run(rotation, [&] { ++before; });
    CHECK(before == made.next_set);
}
