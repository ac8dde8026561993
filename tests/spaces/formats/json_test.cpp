// SPDX-License-Identifier: MIT
// JSON with "params" and "constraints", the format of published spaces.
#include <catch2/catch.hpp>

#include "spaces/formats/read_space.hpp"
#include "spaces/space/space.hpp"
#include "tests/spaces/formats/wrong_file.hpp"

using namespace hone;

TEST_CASE("parameters and constraints, the implicit ones too") {
    const Space space = read_space(R"({"name": "mine", "source": "somewhere", "params": [
        {"name": "A", "values": [4, 2.5, "word", true]},
        {"name": "B", "values": [1, 2]}],
      "constraints": ["A >= 2"],
      "implicit_constraints": ["B <= device.max_work_group"]})",
                                   "file.json");
    CHECK(space.name == "mine");
    REQUIRE(space.parameters.size() == 2);
    CHECK(space.parameters[0].values ==
          std::vector<Value>{Number(4), Number::fraction(5, 2), "word", Number(1)});
    REQUIRE(space.constraints.size() == 2);
    CHECK(space.constraints[0].reason == "A >= 2");
    CHECK(space.constraints[0].must_hold.location().line == 4);
    CHECK(space.constraints[0].must_hold.location().column == 24);
    CHECK(space.constraints[1].must_hold.text() == "B <= device.max_work_group");
    CHECK(space.launch.empty());
}

TEST_CASE("parameters may be written as an object, in its order") {
    const Space space = read_space(R"({"params": {"Z": [1], "A": [2, 3]}})", "own.json");
    CHECK(space.name == "own");
    REQUIRE(space.parameters.size() == 2);
    CHECK(space.parameters[0].name == "Z");
    CHECK(space.parameters[1].values.size() == 2);
}

TEST_CASE("mistakes in JSON have their place") {
    struct Wrong {
        const char* text;
        const char* message;
    };
    const auto wrong = GENERATE(values<Wrong>({
        {"{",
         "own.json:1:2: not JSON: syntax error while parsing object key - unexpected end of "
         "input; expected string literal"},
        {"{\"params\":\n [1,,2]}",
         "own.json:2:5: not JSON: syntax error while parsing value - "
         "unexpected ','; expected '[', '{', or a literal"},
        {"{}", "own.json: it has neither 'params' (a space) nor 'ConfigurationSpace' (T1)"},
        {"{\"params\": []}", "own.json: no parameters: a space needs at least one"},
        {"{\"params\": [1]}", "own.json: a parameter is written as {\"name\": …, \"values\": […]}"},
        {"{\"params\": {\"A\": 1}}", "own.json:1:14: 'A' needs a list of values"},
        {"{\"params\": {\"A\": [null]}}",
         "own.json:1:14: 'A' has a value that is neither a number nor a string\n"
         "own.json:1:14: 'A' has no values"},
        {"{\"params\": {\"A\": [9223372036854775808]}}",
         "own.json:1:14: 'A' has a value that is neither a number nor a string\n"
         "own.json:1:14: 'A' has no values"},
        {"{\"params\":\n {\"A\": [1, 1e999]}}", "own.json:2:12: the number is too large"},
        {"{\"params\": {\"A\": [1], \"A-B\": [2]}}",
         "own.json:1:24: 'A-B' cannot be the name of a parameter; use letters, "
         "digits and '_', and no keyword"},
        {"{\"params\": [{\"name\": \"A\", \"values\": [1]},\n {\"name\": \"A\", \"values\": [1]}]}",
         "own.json:2:12: parameter 'A' is declared twice"},
        {"{\"params\": {\"WG\": [1]},\n\"constraints\": [\n\"WG <= 2\",\n\"WH <= 2\"]}",
         "own.json:4:2: unknown name 'WH'; did you mean WG?"},
        {"{\"params\": {\"A\": [1]},\n\"constraints\": [\"A <= \"]}",
         "own.json:2:23: the expression ends where a value is needed"},
        {"{\"params\": {\"A\": [1]},\n\"constraints\": [1]}",
         "own.json:2:2: 'constraints' has a value that is not a string"},
        {"{\"params\": {\"A\": [1]},\n\"constraints\": 1}",
         "own.json:2:2: 'constraints' needs a list"},
    }));
    CHECK(mistakes_in(wrong.text, "own.json") == wrong.message);
}

TEST_CASE("JSON is bounded too") {
    CHECK(mistakes_in("{\"params\": " + std::string(100000, '['), "own.json") ==
          "own.json: nested more than 32 levels deep");
    std::string many = "{\"params\": {\"P\": [1]";
    for (int i = 0; i < 256; ++i) many += ",\"P" + std::to_string(i) + "\": [1]";
    CHECK(mistakes_in(many + "}}", "own.json") == "own.json: more than 256 parameters");
    std::string conditions = "{\"params\": {\"P\": [1]}, \"constraints\": [\"P\"";
    for (int i = 0; i < 1024; ++i) conditions += ",\"P\"";
    CHECK(mistakes_in(conditions + "]}", "own.json") ==
          "own.json:1:25: more than 1024 constraints");
}

TEST_CASE("a file that does not exist is a usage error") {
    CHECK_THROWS_WITH(read_space("no/such/space.toml"), "no/such/space.toml: cannot be read");
    CHECK_THROWS_WITH(read_space(HONE_SOURCE_DIR "/spaces"),
                      HONE_SOURCE_DIR "/spaces is a folder, not a regular file");
}
