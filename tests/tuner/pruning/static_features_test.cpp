// SPDX-License-Identifier: MIT
// The static features of configs on an H200 and on a CPU, with values that can be computed by hand.
#include "tuner/pruning/static_features.hpp"

#include <catch2/catch.hpp>

#include "spaces/formats/read_space.hpp"
#include "tests/tuner/h200.hpp"

using namespace hone;

namespace {

BenchSetup setup_on(Device device) {
    BenchSetup setup;
    setup.device.device = std::move(device);
    setup.space = read_space(R"(
routine    = "reduction"
precisions = ["f32"]
[problem]
n = 1048576
[parameters]
WG = [64, 256, 1024]
E  = [1, 4]
[resources]
local_memory = "WG * sizeof_real"
registers    = "16 * E"
flops        = "n"
bytes        = "4 * n"
[[launch]]
entry  = "reduce"
local  = ["WG"]
global = ["n / E"]
)",
                             "features.toml");
    setup.problem = make_problem(setup.space, "f32", {});
    return setup;
}

}  // namespace

TEST_CASE("work-items, work-groups, memory, registers and the work of each are features") {
    const BenchSetup setup = setup_on(h200());
    const auto figures = static_features(setup)({1, 1});  // WG = 256, E = 4
    REQUIRE(figures.size() == 10);
    CHECK(std::vector(figures.begin(), figures.begin() + 6) ==
          std::vector<double>{256, 1024, 1024, 64, 4, 16});
}

TEST_CASE("on a GPU occupancy and waves are features too") {
    const BenchSetup setup = setup_on(h200());
    const auto figures = static_features(setup)({1, 1});
    // 64 registers: 4 groups of 256 take all 65,536, which are 32 of 64 warps.
    CHECK(figures[7] == 0.5);
    CHECK(figures[8] == 4);
    CHECK(figures[9] == Approx(1024.0 / (132 * 4)));
}

TEST_CASE("the number of soft rules that defer a config is a feature, and a CPU has no occupancy") {
    const BenchSetup setup = setup_on(h200());
    const StaticFeatures features_of = static_features(setup);
    // 64 registers for each of 1,024 work-items leave one group of 32 warps in place of the 64.
    CHECK(features_of({2, 1})[7] == 0.5);
    BenchSetup small = setup_on(h200());
    small.problem.arguments["n"] = Number(4096);
    CHECK(static_features(small)({2, 1})[6] > features_of({2, 1})[6]);  // one group for 132 units
    Device cpu = h200();
    cpu.type = "cpu";
    cpu.architecture = "cpu";
    const BenchSetup there = setup_on(cpu);
    CHECK(static_features(there)({1, 1}).size() == 7);
}
