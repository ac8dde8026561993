// SPDX-License-Identifier: MIT
// Commands in space files: splitting of a line into words, substitution of values, and errors of a
// file.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "spaces/formats/read_space.hpp"
#include "spaces/space/problem.hpp"
#include "tests/spaces/formats/wrong_file.hpp"

using namespace hone;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
    std::string fault;
    Words words = split_words(line, fault);
    CHECK(fault.empty());
    return words;
}

std::string fault_in(const std::string& line) {
    std::string fault;
    CHECK(split_words(line, fault).empty());
    return fault;
}

}  // namespace

TEST_CASE("a line is split as by a shell that knows quotes and backslashes alone") {
    CHECK(words_of("prog -w {WG}  -n\t{N}\n") == Words{"prog", "-w", "{WG}", "-n", "{N}"});
    CHECK(words_of(R"(a 'b c' "d \"e\" \\ \n" f\ g '' h'i'"j")") ==
          Words{"a", "b c", R"(d "e" \ \n)", "f g", "", "hij"});
    CHECK(words_of(R"('$HOME' '|' \$X "it's")") == Words{"$HOME", "|", "$X", "it's"});
    CHECK(words_of("  ").empty());
}

TEST_CASE("what only a shell can do is refused") {
    for (const char* line : {"a | b", "a >b", "a <b", "a; b", "a & b", "(a)", "a $B", "a `b`",
                             "a \"$B\"", "a \"`b`\"", "$(a)"})
        CHECK_THAT(fault_in(line), Contains("means something to a shell"));
    CHECK_THAT(fault_in("a 'b"), Contains("without its end"));
    CHECK_THAT(fault_in("a \"b"), Contains("without its end"));
}

TEST_CASE("a value stays inside of the word that names it") {
    const ProgramCall call{
        .text = {}, .words = {"{A}", "-x={B}{A}", "${A} { A } {A", "{C}"}, .read = {}};
    const Words words = words_with(call, {{"A", Value("x y; z")}, {"B", Value(Number(64))}});
    CHECK(words == Words{"x y; z", "-x=64x y; z", "${A} { A } {A", ""});
    CHECK(written(Value(Number::parse("0.25"))) == "0.25");
    CHECK(names_in("{A}{B} ${C} {d e} {9}") == Words{"A", "B"});
}

TEST_CASE("a command in a file is a space without a kernel") {
    const Space space = read_space(R"(
parameters = { WG = [64, 128], MODE = ["fast", "exact"] }
command    = { run = "./prog -w {WG} '{MODE} mode'", read = 'Speed: ([0-9.]+)', higher = true }
)",
                                   "folder/prog.toml");
    REQUIRE(space.program);
    CHECK(space.program->words == Words{"./prog", "-w", "{WG}", "{MODE} mode"});
    CHECK(space.program->higher);
    CHECK(space.name == "prog");
    CHECK(space.source.empty());
    CHECK(make_problem(space, "", {}).precision == no_precision);
}

TEST_CASE("what is wrong with a command is told with its place") {
    const auto mistakes = [](const std::string& command, const std::string& more = "") {
        return mistakes_in(
            "parameters = { WG = [64, 128] }\n" + more + "command = { " + command + " }\n",
            "p.toml");
    };
    CHECK(mistakes("run = 'a {WG}'") == "nothing is wrong");
    CHECK_THAT(
        mistakes("run = 'a {WX}'"),
        Contains("p.toml:2:1: the command names {WX}, which is not a parameter; did you mean WG?"));
    CHECK_THAT(mistakes("run = '  '"), Contains("it names no program"));
    CHECK_THAT(mistakes("run = 'a | b'"), Contains("no shell runs this"));
    CHECK_THAT(mistakes("read = '(x)'"), Contains("a command needs 'run'"));
    CHECK_THAT(mistakes("run = 'a', read = '(x'"), Contains("is not a regular expression"));
    CHECK_THAT(mistakes("run = 'a', read = 'x'"), Contains("needs one group in parentheses"));
    CHECK_THAT(mistakes("run = 'a', read = '(x)(y)'"), Contains("needs one group in parentheses"));
    CHECK_THAT(mistakes("run = 'a', higher = true"), Contains("'higher' needs 'read'"));
    CHECK_THAT(mistakes("run = 'a', rnu = 'b'"), Contains("did you mean run?"));
    CHECK_THAT(mistakes("run = 'a'", "problem = { n = 5 }\n"), Contains("a command stands alone"));
}
