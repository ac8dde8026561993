// SPDX-License-Identifier: MIT
// The stored form has the same meaning: each expression has the same value before and after.
#include "spaces/language/postfix.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "spaces/language/expression.hpp"

using namespace hone;

namespace {

Number stored_value(const std::string& text) {
    VariableTable variables;
    return Postfix(to_postfix(Expression::parse(text).steps()), variables).value({});
}

/// "1 - (1 - (1 - ... ))", whose evaluation needs a stack entry for each of its `depth` ones at
/// once.
std::string nested(int depth) {
    std::string text;
    for (int i = 1; i < depth; ++i) text += "1 ";
    text += "1";
    for (int i = 1; i < depth; ++i) text += " -";
    return text;
}

}  // namespace

TEST_CASE("a stored expression is worth what the written one is") {
    for (const char* text : {"7 / 2",
                             "-7 // 2",
                             "-7 % 2",
                             "7 / 2 % 1",
                             "1 / 0",
                             "0 && 1 / 0",
                             "1 || 1 / 0",
                             "1 / 0 || 1",
                             "'a b' == \"a b\"",
                             "'a' == 1",
                             "'a' < 1",
                             "1 < 2 < 3",
                             "0.25 * 8",
                             "9223372036854775807 + 1",
                             "3 in (1, 2, 3)",
                             "log2(1 / 4)",
                             "log2(3)",
                             "2 > 1 ? 5 : 7",
                             "min(3, 1 / 2)",
                             "max(-1, 1)",
                             "abs(-9)",
                             "ceil_div(7, 2)",
                             "is_pow2(64)",
                             "!3",
                             "2 != 2",
                             "2 <= 2",
                             "1 - 2 - 3",
                             "10 / 4 * 2"}) {
        INFO(text);
        const Expression written = Expression::parse(text);
        CHECK(stored_value(text) == written.number(lookup_in({})));
    }
    CHECK(stored_value("-7 // 2") == Number(-4));
    CHECK(stored_value("7 / 2") == Number::fraction(7, 2));
}

TEST_CASE("names are read from their places") {
    VariableTable variables;
    const Postfix tiles("M WGM TM * ceil_div", variables);
    CHECK(variables.names() == std::vector<std::string>{"M", "WGM", "TM"});
    CHECK(tiles.value(std::vector<Number>{1000, 16, 4}) == Number(16));
}

TEST_CASE("a text that is no expression is no number") {
    VariableTable variables;
    for (const char* text : {"1 +", "1 2", "+", "1 2 3 ? *"})
        CHECK_FALSE(Postfix(text, variables).value({}).exists());
    CHECK(Postfix("", variables).value({}) == Number(0));
}

TEST_CASE("an expression is evaluated up to its greatest depth, and refused past it") {
    VariableTable variables;
    for (int depth = 1; depth <= 48; ++depth)
        CHECK(Postfix(nested(depth), variables).value({}) == Number(depth % 2));
    CHECK_FALSE(Postfix(nested(49), variables).value({}).exists());
    CHECK_FALSE(Postfix(nested(5000), variables).value({}).exists());
}
