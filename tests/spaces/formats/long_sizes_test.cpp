// SPDX-License-Identifier: MIT
// Sizes that a kernel takes as a long if an int is too small.
#include <catch2/catch.hpp>

#include "spaces/space/problem.hpp"
#include "tests/spaces/formats/wrong_file.hpp"

using namespace hone;

namespace {

std::string space_with(const std::string& names) {
    return "long_sizes = [" + names +
           "]\n[problem]\nn = 64\nmode = 'plain'\n[parameters]\nWG = [1]\n";
}

bool are_long(const std::string& names, std::int64_t n) {
    const Space space = read_space(space_with(names), "own.toml");
    return has_long_sizes(space, make_problem(space, "f32", {{"n", Number(n)}}));
}

}  // namespace

TEST_CASE("sizes that may be longs are sizes of the problem") {
    CHECK(mistakes_in(space_with("'n'"), "own.toml") == "nothing is wrong");
    CHECK_THAT(mistakes_in(space_with("'m'"), "own.toml"),
               Catch::Contains("'m' is not an argument of the problem"));
}

TEST_CASE("they are longs past what an int holds, where the space says so") {
    constexpr std::int64_t most_of_int = 2147483647;
    CHECK_FALSE(are_long("'n'", 1));
    CHECK_FALSE(are_long("'n'", most_of_int));
    CHECK(are_long("'n'", most_of_int + 1));
    CHECK(are_long("'n', 'mode'", most_of_int * 1000));
    CHECK_FALSE(are_long("", most_of_int * 1000));
    CHECK_FALSE(are_long("'mode'", most_of_int * 1000));
}
