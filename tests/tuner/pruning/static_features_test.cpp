// SPDX-License-Identifier: MIT
// The static features of configs on an H200 and on a CPU, with values computed by hand.
#include "tuner/pruning/static_features.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

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

/// The value of a feature of this config, by its name.
double feature(const BenchSetup& setup, const Config& config, std::string_view name) {
    const auto features = named_features(setup, config);
    const auto found = std::ranges::find(features, name, &NamedFeature::name);
    if (found == features.end()) FAIL("there is no feature '" << name << "'");
    return found->value;
}

bool has_feature(const BenchSetup& setup, const Config& config, std::string_view name) {
    return std::ranges::count(named_features(setup, config), name, &NamedFeature::name) == 1;
}

const Config groups_of_256{1, 1};   // WG = 256, E = 4
const Config groups_of_1024{2, 1};  // WG = 1024, E = 4

}  // namespace

TEST_CASE("work-items, work-groups, memory, registers and the work of each are features") {
    const BenchSetup setup = setup_on(h200());
    const auto is = [&](std::string_view name) { return feature(setup, groups_of_256, name); };
    CHECK(is("work-items") == 256);
    CHECK(is("work-groups") == 1024);
    CHECK(is("local memory") == 1024);
    CHECK(is("registers") == 64);
    CHECK(is("flops of a work-item") == 4);
    CHECK(is("bytes of a work-item") == 16);
}

TEST_CASE("on a GPU occupancy and waves are features too") {
    const BenchSetup setup = setup_on(h200());
    // 64 registers: 4 groups of 256 take all 65,536, which are 32 of 64 warps.
    CHECK(feature(setup, groups_of_256, "occupancy") == 0.5);
    CHECK(feature(setup, groups_of_256, "resident work-groups") == 4);
    CHECK(feature(setup, groups_of_256, "waves") == Approx(1024.0 / (132 * 4)));
    // 64 registers for each of 1,024 work-items leave one group of 32 warps out of 64.
    CHECK(feature(setup, groups_of_1024, "occupancy") == 0.5);
}

TEST_CASE("the number of soft rules that defer a config is a feature") {
    const BenchSetup setup = setup_on(h200());
    BenchSetup small = setup_on(h200());
    small.problem.arguments["n"] = Number(4096);  // one group for 132 units
    CHECK(feature(small, groups_of_1024, "deferring rules") >
          feature(setup, groups_of_1024, "deferring rules"));
}

TEST_CASE("where the driver chooses the groups each feature is there, and a number") {
    BenchSetup setup = setup_on(h200());
    const auto usual = named_features(setup, groups_of_256);
    setup.space.launch.front().driver_local = Expression::parse("WG == 256");
    const auto features = named_features(setup, groups_of_256);
    REQUIRE(features.size() == usual.size());
    for (std::size_t i = 0; i < features.size(); ++i) {
        INFO(features[i].name);
        CHECK(features[i].name == usual[i].name);
        CHECK(std::isfinite(features[i].value));
    }
    CHECK(feature(setup, groups_of_256, "work-items") == 0);
    CHECK(feature(setup, groups_of_256, "flops of a work-item") == 4);
    CHECK(named_features(setup, groups_of_1024).size() == usual.size());
}

TEST_CASE("a CPU has no occupancy") {
    Device cpu = h200();
    cpu.type = "cpu";
    cpu.architecture = "cpu";
    const BenchSetup setup = setup_on(cpu);
    CHECK(has_feature(setup, groups_of_256, "registers"));
    CHECK_FALSE(has_feature(setup, groups_of_256, "occupancy"));
    CHECK_FALSE(has_feature(setup, groups_of_256, "waves"));
}

TEST_CASE("the search sees the values of all features, in one order") {
    const BenchSetup setup = setup_on(h200());
    const auto named = named_features(setup, groups_of_256);
    const auto values = static_features(setup)(groups_of_256);
    REQUIRE(values.size() == named.size());
    for (std::size_t i = 0; i < named.size(); ++i) CHECK(values[i] == named[i].value);
}
