// SPDX-License-Identifier: MIT
// Parameters of a command as written on the command line.
#include <catch2/catch.hpp>

#include "spaces/base/error.hpp"
#include "tuner/cli/options/command_space.hpp"

using hone::Error;
using hone::cli::parameter_lines;

TEST_CASE("parameters of a command are numbers and words, with quotes and without") {
    CHECK(parameter_lines("WG=[64,128] N=[1, 2]") == "WG = [64, 128]\nN = [1, 2]\n");
    CHECK(parameter_lines(" MODE = [ fast , 'very slow',\"a,b]\" ] , F=[0.5,1e3]") ==
          "MODE = [\"fast\", \"very slow\", \"a,b]\"]\nF = [0.5, 1e3]\n");
    CHECK(parameter_lines(R"(Q=['a"b\c'])") == "Q = [\"a\\\"b\\\\c\"]\n");
    CHECK(parameter_lines("N=['64',64K,-3]") == "N = [\"64\", \"64K\", -3]\n");
}

TEST_CASE("what is no list of parameters is refused") {
    for (const char* text :
         {"", "WG", "WG=", "WG=64", "WG=[64", "=[1]", "WG=[1,,2]", "WG=[1] 2", "[1]"}) {
        INFO(text);
        CHECK_THROWS_AS(parameter_lines(text), Error);
    }
}
