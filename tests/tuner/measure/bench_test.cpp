// SPDX-License-Identifier: MIT
// How many runs a config gets on a device: one if that is far slower than the best, several checked
// ones otherwise.
#include "tuner/measure/bench.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "kernels/launch/clock_check.hpp"
#include "kernels/launch/shared_context.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/folder.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;

namespace {

/// Right in its first run only: it leaves a mark in scratch and then writes something else.
constexpr std::string_view twice_kernel = R"(
__kernel void twice(const int rounds, __global const float* x, __global float* y, __global int* mark) {
    const int i = get_global_id(0);
    float all = x[i];
    for (int r = 0; r < rounds; ++r) all = fma(all, 0.5f, x[i]);
    y[i] = mark[i] == 12345 ? -1.0f : x[i] + x[i] + 0.0f * all;
    mark[i] = 12345;
}
__kernel void reference(const int rounds, __global const float* x, __global float* y, __global int* mark) {
    const int i = get_global_id(0);
    y[i] = x[i] + x[i];
}
)";

constexpr std::string_view twice_space = R"(
routine = "twice"
precisions = ["f32"]
[problem]
n = 64
[parameters]
ROUNDS = [1, 4000000]
[[arguments]]
name = "rounds"
kind = "scalar"
type = "int"
value = "ROUNDS"
[[arguments]]
name = "x"
type = "float"
count = "n"
[[arguments]]
name = "y"
type = "float"
count = "n"
fill = "output"
[[arguments]]
name = "mark"
type = "int"
count = "n"
fill = "scratch"
[[launch]]
entry = "twice"
local = [1]
global = ["n"]
arguments = ["rounds", "x", "y", "mark"]
[check]
reference = "reference"
local = [1]
global = ["n"]
)";

struct Twice {
    Twice() {
        std::ofstream(folder / "twice.cl") << twice_kernel;
        std::ofstream(folder / "twice.toml") << twice_space;
    }

    RunResult run_on(const LocalDevice& device, Config::value_type rounds, double incumbent_ns) {
        BenchSetup setup;
        setup.device = device;
        setup.kernel = {.name = "twice",
                        .routine = "twice",
                        .source = std::string(twice_kernel),
                        .space = std::string(twice_space)};
        setup.space = read_space(folder / "twice.toml");
        setup.problem = {.routine = "twice", .precision = "f32", .arguments = {{"n", Number(64)}}};
        Bench bench(setup);
        const Config config{rounds};
        REQUIRE(bench.build(make_plan(setup.space, config, known_names(setup))).outcome ==
                Outcome::ok);
        return bench.run(config, {.incumbent_ns = incumbent_ns}, [] {});
    }

    test::Folder folder;
};

bool has_wrong_clock(const cl::Device& device) {
    const cl::Context context = shared_context(device);
    return !clock_fault(context, device, timed_queue(context, device), OtherWork::little).empty();
}

}  // namespace

TEST_CASE("a config that is far slower than the best has one run") {
    for (LocalDevice device : all_devices()) {
        CAPTURE(device.device.name);
        if (has_wrong_clock(device.handle)) continue;
        device.clock = TimedBy::device;
        const RunResult slow = Twice().run_on(device, 1, 1000);
        INFO(slow.message);
        REQUIRE(slow.outcome == Outcome::ok);
        CHECK(slow.stop == Stop::clearly_slower);
        CHECK(slow.samples.size() == 1);
    }
}

TEST_CASE("a config that is only right at first is wrong unless it is far slower than the best") {
    for (const LocalDevice& device : all_devices()) {
        CAPTURE(device.device.name);
        CHECK(Twice().run_on(device, 1, 0).outcome == Outcome::wrong);     // there is no best
        CHECK(Twice().run_on(device, 0, 1000).outcome == Outcome::wrong);  // a short run
    }
}

TEST_CASE("the host's clock does not end a config after its first run") {
    for (LocalDevice device : all_devices()) {
        CAPTURE(device.device.name);
        device.clock = TimedBy::host;
        CHECK(Twice().run_on(device, 1, 1000).outcome == Outcome::wrong);
    }
}
