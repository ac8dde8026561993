// SPDX-License-Identifier: MIT
// The programs that a bench keeps, without any device: these are empty.
#include "tuner/measure/loaded_programs.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

/// The config with this value of its one parameter, which is written into the program of
/// `compiled`.
LoadedProgram program(std::int64_t value, std::int64_t compiled) {
    LoadedProgram made;
    made.plan.config = {static_cast<Config::value_type>(value)};
    made.plan.values = {{"SLICES", Number(value)}};
    made.plan.built_with = {{"SLICES", Number(compiled)}};
    made.result.message = std::to_string(value);
    return made;
}

LoadedProgram program(std::int64_t value) {
    return program(value, value);
}

}  // namespace

TEST_CASE("the program that was not asked for longest makes room") {
    LoadedPrograms programs;
    for (int value = 0; value < 24; ++value) programs.add(program(value));
    const LoadedProgram* const first = programs.use({0});
    REQUIRE(first);
    CHECK(first->result.message == "0");
    programs.add(program(24));
    CHECK(programs.find({0}));
    CHECK_FALSE(programs.find({1}));
    CHECK(programs.find({2}));
    programs.find({2});  // only a lookup
    programs.add(program(25));
    CHECK_FALSE(programs.find({2}));
    CHECK_FALSE(programs.use({2}));
    CHECK(programs.find({24}));
}

TEST_CASE("a config has another one's program where nothing of it is compiled in differently") {
    LoadedPrograms programs;
    programs.add(program(1, 1));
    const LoadedProgram* const alike = programs.alike(program(4, 1).plan);
    REQUIRE(alike);
    CHECK(alike->result.message == "1");
    CHECK_FALSE(programs.alike(program(4, 4).plan));
}

TEST_CASE("a program that is added twice is one") {
    LoadedPrograms programs;
    for (int value = 0; value < 23; ++value) programs.add(program(value));
    programs.add(program(7));
    programs.add(program(23));
    for (int value = 0; value < 24; ++value)
        CHECK(programs.find({static_cast<Config::value_type>(value)}));
}
