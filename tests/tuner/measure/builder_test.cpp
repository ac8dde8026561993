// SPDX-License-Identifier: MIT
// Which programs are built again, and which a process reuses, on the drivers of this machine.
#include "tuner/measure/builder.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "kernels/launch/shared_context.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;

namespace {

BenchSetup adding(const LocalDevice& device, std::int64_t n, const std::string& statement) {
    BenchSetup setup;
    setup.device = device;
    setup.kernel = {.name = "add",
                    .routine = "add",
                    .source = "__kernel void add(__global int* x) { " + statement + " }",
                    .space =
                        "routine = \"add\"\nprecisions = [\"i32\"]\n[problem]\nn = 8\n"
                        "[parameters]\nBY = [1, 2]\n"
                        "[[launch]]\nentry = \"add\"\nlocal = [1]\nglobal = [\"n\"]\n"};
    setup.space = read_space(setup.kernel.space, "add.toml");
    setup.problem = {.routine = "add", .precision = "i32", .arguments = {{"n", Number(n)}}};
    return setup;
}

/// The builds of one bench.
struct OneBuild {
    OneBuild(const BenchSetup& setup, Config::value_type choice,
             DriverCache cache = DriverCache::used)
        : result(Builder(setup, shared_context(setup.device.handle))
                     .build(make_plan(setup.space, {choice}, known_names(setup)), program, cache)) {
    }

    Compiled program;
    BuildResult result;
};

}  // namespace

TEST_CASE("a program is built once in a process, for all sizes of a problem") {
    for (const LocalDevice& device : all_devices()) {
        CAPTURE(device.device.name);
        const BenchSetup setup = adding(device, 8, "x[0] += BY;");
        const OneBuild first(setup, 0);
        REQUIRE(first.result.outcome == Outcome::ok);
        CHECK_FALSE(first.result.is_shared);
        const OneBuild larger(adding(device, 16, "x[0] += BY;"), 0);
        CHECK(larger.result.outcome == Outcome::ok);
        CHECK(larger.result.is_shared);
        CHECK(larger.program.program() == first.program.program());
        REQUIRE(larger.result.built.size() == 1);
        CHECK(larger.result.built[0].max_work_group == first.result.built[0].max_work_group);

        CHECK_FALSE(OneBuild(setup, 1).result.is_shared);
        CHECK_FALSE(OneBuild(adding(device, 8, "x[0] -= BY;"), 0).result.is_shared);
        BenchSetup other_options = setup;
        other_options.options = "-DMORE=1";
        CHECK_FALSE(OneBuild(other_options, 0).result.is_shared);
        const OneBuild anew(setup, 0, DriverCache::bypassed);
        CHECK_FALSE(anew.result.is_shared);
        CHECK(anew.program.program() != first.program.program());
    }
}

TEST_CASE("what does not build is built again when it is asked for again") {
    const BenchSetup setup = adding(all_devices().at(0), 8, "x[0] += WHAT;");
    for (int i = 0; i < 2; ++i) {
        const OneBuild built(setup, 0);
        CHECK(built.result.outcome == Outcome::build);
        CHECK_FALSE(built.result.is_shared);
        CHECK(built.result.message.find("WHAT") != std::string::npos);
    }
}

TEST_CASE("the programs that were not asked for longest make room in a process") {
    const LocalDevice device = all_devices().at(0);
    const auto is_known = [&](int number) {
        return OneBuild(adding(device, 8, fmt::format("x[0] += BY * {};", number)), 0)
            .result.is_shared;
    };
    CHECK_FALSE(is_known(1000));
    for (int number = 0; number < 23; ++number) CHECK_FALSE(is_known(number));
    CHECK(is_known(1000));  // it was the next to be dropped
    CHECK_FALSE(is_known(23));
    CHECK_FALSE(is_known(0));
    CHECK(is_known(1000));
}
