// SPDX-License-Identifier: MIT
// The space of a captured launch: hone can read it, and values keep their bits.
#include "tuner/capture/space_text.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>

#include "spaces/candidates/candidates.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/space/problem.hpp"
#include "tests/folder.hpp"
#include "tuner/catalog/default_config.hpp"
#include "tuner/catalog/ladder.hpp"
#include "tuner/trace/trace.hpp"

using namespace hone;
using Kind = TracedArgument::Kind;

namespace {

template <class Value>
TracedArgument value(const std::string& type, const Value& of) {
    TracedArgument argument{.kind = Kind::value, .name = "v", .type = type};
    argument.bytes.resize(sizeof of);
    std::memcpy(argument.bytes.data(), &of, sizeof of);
    return argument;
}

CapturedLaunch launch_with(std::vector<TracedArgument> arguments) {
    CapturedLaunch captured;
    captured.name = "doubled_0123456789ab";
    captured.text = tunable_text("#define BLOCK 16\n", {});
    captured.launch.entry = "doubled";
    captured.launch.shape = {.dimensions = 2, .global = {96, 10, 1}, .local = {8, 2, 0}};
    captured.launch.arguments = std::move(arguments);
    captured.launch.arguments.push_back({.kind = Kind::buffer,
                                         .name = "out",
                                         .type = "float4",
                                         .size = 64,
                                         .before = "a",
                                         .after = "b"});
    return captured;
}

Space space_of(const CapturedLaunch& captured, const SpaceTextOptions& options = {}) {
    return read_space(space_text(captured, options), "doubled.toml");
}

}  // namespace

TEST_CASE("a free work-group has every shape that divides the launch") {
    const Space space = space_of(launch_with({}));
    REQUIRE(space.parameters.size() == 2);
    CHECK(space.parameters[0].values.size() == 13);  // the driver's, and the divisors of 96
    CHECK(space.parameters[1].values.size() == 5);   // of 10
    CHECK(space.check->sizes->empty());
}

TEST_CASE("the driver's choice is one candidate, of all dimensions") {
    for (const int dimensions : {1, 2, 3}) {
        CapturedLaunch captured = launch_with({});
        captured.launch.shape.dimensions = dimensions;
        captured.launch.shape.global = {96, 10, 4};
        captured.launch.shape.local = {8, 2, 1};
        const Space space = space_of(captured);
        const Names known{{"device.max_work_group", Number(1024)},
                          {"global_x", Number(96)},
                          {"global_y", Number(10)},
                          {"global_z", Number(4)}};
        const Candidates candidates(space, known);
        std::size_t drivers = 0;
        for (Index i = 0; i < candidates.count().value(); ++i)
            drivers += make_plan(space, candidates.at(i), known).launches[0].driver_chooses();
        CHECK(drivers == 1);
        CHECK(candidates.count().value() > 1);
    }
}

TEST_CASE("the default is the program's own launch, a choice of the driver's too") {
    CapturedLaunch captured = launch_with({});
    Space space = space_of(captured);
    const auto config_of = [&] { return default_config(captured.text, space).value(); };
    CHECK(space.defaults.at("HONE_LOCAL_X") == Value(Number(8)));
    CHECK(make_plan(space, config_of(), names_of(make_problem(space, {}, {}))).launches[0].local ==
          std::array<std::size_t, 3>{8, 2, 1});
    captured.launch.shape.local = {};
    space = space_of(captured, {.parameters = {{"BLOCK", "[8, 16]"}}});
    CHECK(config_of() == Config{0, 0, 1});
    CHECK(ladder_configs(space, "f32").back() == Config{0, 0, 1});
}

TEST_CASE("a fixed work-group has one shape, and no choice of the driver's") {
    CapturedLaunch captured = launch_with({});
    captured.fixed = "barrier";
    const Space space = space_of(captured);
    CHECK_FALSE(space.launch[0].driver_local);
    CHECK(space.parameters[0].values.size() == 1);
    CHECK(space.parameters[1].values.size() == 1);
}

TEST_CASE("a macro that the user names is a parameter, others are comments") {
    const CapturedLaunch captured = launch_with({});
    CHECK(space_of(captured).parameters.size() == 2);
    CHECK(space_text(captured, {}).find("# BLOCK = [4, 8, 16, 32, 64]") != std::string::npos);
    const Space space = space_of(captured, {.parameters = {{"BLOCK", "[8, 16]"}}});
    REQUIRE(space.parameters.size() == 3);
    CHECK(space.parameters[2].values.size() == 2);
    CHECK(space.ladder.front().values.contains("BLOCK"));
}

TEST_CASE("values keep their bits, whatever they are") {
    struct Mixed {
        float a;
        std::int64_t b;
    };
    const Space space =
        space_of(launch_with({value("int", -7), value("float", -0.0F), value("double", 1e-300),
                              value("char", 'x'), value("Mixed", Mixed{1, -1})}));
    REQUIRE(space.arguments.size() == 6);
    CHECK(space.arguments[0].type == "int");
    REQUIRE(space.arguments[1].members.size() == 1);  // bits, for any type in the kernel
    CHECK(space.arguments[1].value.front().text() == "2147483648");
    CHECK(space.arguments[2].members.size() == 2);
    CHECK(space.arguments[3].members.size() == 1);
    CHECK(space.arguments[4].value.size() == 4);
    CHECK(space.arguments[5].inout);
}

TEST_CASE("arguments without names, or with equal ones, get names of their own") {
    TracedArgument unnamed = value("int", 1);
    unnamed.name = "";
    const CapturedLaunch captured = launch_with({unnamed, value("int", 2), value("int", 3)});
    CHECK(argument_names(captured.launch) ==
          std::vector<std::string>{"argument_1", "v", "argument_3", "out"});
}

TEST_CASE("a trace is read as it was written, and processes are counted together") {
    const test::Folder scratch;
    const std::filesystem::path folder = scratch / "trace";
    std::filesystem::create_directory(folder);
    TracedLaunch launch = launch_with({value("float", 0.1F)}).launch;
    launch.count = 4;
    launch.timed = 2;
    launch.timed_ns = 100;
    write_trace(folder, {launch});
    std::filesystem::rename(folder / ("launches-" + std::to_string(::getpid()) + ".json"),
                            folder / "launches-1.json");
    write_trace(folder, {launch});
    const auto all = read_traces(folder);
    REQUIRE(all.size() == 1);
    CHECK(all[0].count == 8);
    CHECK(all[0].total_ns() == 400);
    CHECK(all[0].arguments[0].bytes == launch.arguments[0].bytes);
    CHECK(all[0].shape == launch.shape);
    std::ofstream(folder / "launches-2.json") << "[{";
    CHECK_THROWS(read_traces(folder));
}
