// SPDX-License-Identifier: MIT
// Configs and problems as texts of the store, and back.
#include "tuner/catalog/store_text.hpp"

#include <catch2/catch.hpp>

#include "spaces/candidates/candidates.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/evaluation/trial_fields.hpp"

using namespace hone;

namespace {

Space mixed_space() {
    return read_space(R"(
[problem]
N = 64
M = 32
operation = "sum"
[parameters]
WG = [64, 128, 9007199254740993]
SHARE = [0.25, 0.1, 1]
KIND = ["plain", "fast", "64"]
PAD = [false, true]
)",
                      "mixed.toml");
}

}  // namespace

TEST_CASE("every config is found again by its text") {
    const Space space = mixed_space();
    const Candidates candidates(space);
    REQUIRE(candidates.count() == Index{54});
    for (Index index = 0; index < *candidates.count(); ++index) {
        const Config config = candidates.at(index);
        CHECK(config_from(space, config_text(space, config)) == config);
    }
    CHECK(config_text(space, {0, 0, 0, 1}) == R"({"WG":64,"SHARE":0.25,"KIND":"plain","PAD":1})");
}

TEST_CASE("a text in another order means the same config") {
    CHECK(config_from(mixed_space(), R"({"PAD":0,"KIND":"fast","SHARE":1,"WG":128})") ==
          Config{1, 2, 1, 0});
}

TEST_CASE("a text with other parameters or values is no config of the space") {
    for (const char* text :
         {R"({"WG":64,"SHARE":0.25,"KIND":"plain"})",
          R"({"WG":64,"SHARE":0.25,"KIND":"plain","PAD":0,"MORE":1})",
          R"({"WG":65,"SHARE":0.25,"KIND":"plain","PAD":0})",
          R"({"WG":"64","SHARE":0.25,"KIND":"plain","PAD":0})",
          R"({"WG":64,"SHARE":0.25,"KIND":64,"PAD":0})",
          R"({"WG":64,"SHARE":0.25,"KIND":"plain","PADDING":0})", "[64, 0.25]", "not JSON", ""}) {
        INFO(text);
        CHECK_FALSE(config_from(mixed_space(), text));
    }
}

namespace {

Space renamed_space() {
    return read_space(R"(
[parameters]
WG = [64, 128]
KIND = ["plain", "fast"]
AHEAD = [0, 32]
[formerly]
names = ["old"]
parameters = { WG = "GROUP" }
words = { KIND = { fast = "quick" } }
neutral = { AHEAD = 0 }
)",
                      "new.toml");
}

}  // namespace

TEST_CASE("a text of an older space is read in today's names") {
    const Space space = renamed_space();
    CHECK(config_from(space, R"({"GROUP":128,"KIND":"quick"})") == Config{1, 1, 0});
    CHECK(config_from(space, R"({"KIND":"plain","GROUP":64,"AHEAD":32})") == Config{0, 0, 1});
    CHECK(config_from(space, R"({"WG":128,"KIND":"fast","AHEAD":32})") == Config{1, 1, 1});
    for (const char* text : {R"({"GROUP":128})", R"({"GROUP":128,"KIND":"odd"})",
                             R"({"GROUP":128,"KIND":"fast","MORE":0})", "[64]", ""}) {
        INFO(text);
        CHECK_FALSE(config_from(space, text));
    }
    CHECK(is_named(space, "new"));
    CHECK(is_named(space, "old"));
    CHECK_FALSE(is_named(space, "older"));
}

TEST_CASE("a problem's text is in the order of the names") {
    const Space space = mixed_space();
    CHECK(problem_text(make_problem(space, "f32", {{"N", Number(7)}})) ==
          R"({"M":32,"N":7,"operation":"sum"})");
}

TEST_CASE("of several kernels a trial has the most that any takes, and the least that any allows") {
    Trial trial;
    const std::vector<KernelBuildInfo> built{
        {.registers = 32, .spills = 8, .max_work_group = 256},
        {.registers = 40, .private_memory = 16, .max_work_group = 1024}};
    fill_trial(built, trial);
    CHECK(trial.registers == 40);
    CHECK(trial.spills == 8);
    CHECK(trial.private_memory == 16);
    CHECK(trial.max_work_group == 256);
}
