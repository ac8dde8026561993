// SPDX-License-Identifier: MIT
// The expression language, as tables: the values of expressions, the reasons for missing values,
// and the messages for wrong ones.
#include "spaces/language/expression.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace hone;

namespace {

const Names names{{"a", Number(7)},
                  {"b", Number(2)},
                  {"zero", Number(0)},
                  {"minus", Number(-7)},
                  {"word", "fast"},
                  {"device.local_memory", Number(49152)},
                  {"half", Number::fraction(1, 2)}};

std::string value_of(const std::string& expression) {
    return text(Expression::parse(expression).evaluate(lookup_in(names)));
}

struct ProblemKey {
    const char* expression;
    const char* value;
};

struct WrongCase {
    const char* expression;
    int column;
    const char* reason;
};

}  // namespace

TEST_CASE("an expression is worth what C and Python agree on") {
    const auto c = GENERATE(values<ProblemKey>({
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"10 - 4 - 3", "3"},
        {"2 * 3 % 4", "2"},
        {"-2 * -3", "6"},
        {"+5", "5"},
        {"a > b", "1"},
        {"a < b", "0"},
        {"a >= 7 && b <= 2", "1"},
        {"a == 7 and b == 2", "1"},
        {"a == 1 || b == 2", "1"},
        {"not a == b", "1"},
        {"1 <= b <= 2", "1"},
        {"1 <= b < 2", "0"},
        {"1 < 3 > 2", "1"},
        {"2 == b == 2", "1"},
        {"a ? 10 : 20", "10"},
        {"zero ? 10 : 20", "20"},
        {"zero ? 1 : zero ? 2 : 3", "3"},
        {"a in (1, 7, 9)", "1"},
        {"a in [1, 9]", "0"},
        {"a not in (1, 9)", "1"},
        {"min(3, a, b)", "2"},
        {"max(3, a, b)", "7"},
        {"abs(minus)", "7"},
        {"ceil_div(a, b)", "4"},
        {"ceil_div(minus, b)", "-3"},
        {"log2(64)", "6"},
        {"log2(1 / 8)", "-3"},
        {"is_pow2(64)", "1"},
        {"is_pow2(0)", "0"},
        {"is_pow2(half)", "0"},
        {"device.local_memory / 1024", "48"},
        {"word == 'fast'", "1"},
        {"word != \"fast\"", "0"},
        {"word == 3", "0"},
        {"word in ('slow', 'fast')", "1"},
        {"true + True + false", "2"},
        {"5 or zero", "1"},
        {"5 and 3", "1"},
    }));
    CAPTURE(c.expression);
    CHECK(value_of(c.expression) == c.value);
}

TEST_CASE("`!` binds as in C and `not` as in Python") {
    CHECK(value_of("!a == zero") == "1");     // (!a) == zero
    CHECK(value_of("not a == zero") == "1");  // not (a == zero)
    CHECK(value_of("!a == 7") == "0");
    CHECK(value_of("not a == 7") == "0");
    CHECK(value_of("!zero == 1") == "1");
    CHECK(value_of("not zero == 1") == "1");
    CHECK(value_of("not zero + 1") == "0");
    CHECK(value_of("!zero + 1") == "2");
}

TEST_CASE("division is exact, and rounding is asked for") {
    const auto c = GENERATE(values<ProblemKey>({
        {"8 / 2", "4"},
        {"7 / 2", "7/2"},
        {"7 / 2 * 2", "7"},
        {"7 / 2 == 3", "0"},
        {"7 / 2 == 3.5", "1"},
        {"1 / 3 + 1 / 6", "1/2"},
        {"7 // 2", "3"},
        {"minus // 2", "-4"},
        {"7 % 2", "1"},
        {"minus % 2", "1"},
        {"7 % -2", "-1"},
        {"7 / 2 % 1", "1/2"},
        {"0.1 + 0.2 == 0.3", "1"},
        {"1e3", "1000"},
        {"25e-2", "1/4"},
        {".5", "1/2"},
        {"(6 / 4) % 1 == 0", "0"},
        {"64 - 1 / 64 < 64", "1"},
    }));
    CAPTURE(c.expression);
    CHECK(value_of(c.expression) == c.value);
}

TEST_CASE("what does not exist says why, and passes through what needs it") {
    const auto c = GENERATE(values<ProblemKey>({
        {"a / zero", "division by zero"},
        {"a // zero", "division by zero"},
        {"a % zero", "division by zero"},
        {"ceil_div(a, zero)", "division by zero"},
        {"a / zero + 1 == 5", "division by zero"},
        {"not (a / zero)", "division by zero"},
        {"9223372036854775807 + 1", "a number that needs more than 64 bits"},
        {"-9223372036854775807 - 2", "a number that needs more than 64 bits"},
        {"9223372036854775807 * 2", "a number that needs more than 64 bits"},
        {"log2(6)", "log2 of a number that is not a power of two"},
        {"log2(0)", "log2 of a number that is not a power of two"},
        {"word + 1", "a string where a number is needed"},
        {"word < 1", "a string where a number is needed"},
        {"word and 1", "a string where a number is needed"},
        {"abs(word)", "a string where a number is needed"},
    }));
    CAPTURE(c.expression);
    CHECK(value_of(c.expression) == c.value);
}

TEST_CASE("what has been decided is not spoiled by what comes after") {
    CHECK(value_of("zero and a / zero") == "0");
    CHECK(value_of("a or a / zero") == "1");
    CHECK(value_of("zero == 0 ? 5 : a / zero") == "5");
    CHECK(value_of("a / zero and zero") == "division by zero");
    CHECK(value_of("a / zero or a") == "division by zero");
}

TEST_CASE("a wrong expression is told where and why") {
    const auto c = GENERATE(values<WrongCase>({
        {"1 +", 4, "the expression ends where a value is needed"},
        {"", 1, "the expression ends where a value is needed"},
        {"(1 + 2", 7, "the parenthesis is not closed"},
        {"1 2", 3, "'2' is not expected here"},
        {"a $ b", 3, "'$' is not expected here"},
        {"mix(1, 2)", 1, "unknown function 'mix'; did you mean min?"},
        {"log2(1, 2)", 1, "log2 takes 1 argument, not 2"},
        {"min(1)", 1, "min takes 2 arguments or more, not 1"},
        {"1 < 2 == 3", 7,
         "'<' and '==' in one chain mean different things in C and in Python; write parentheses"},
        {"2 ** 3", 3, "'**' is not supported; write the product or the number"},
        {"1 ? 2", 6, "a conditional is written as a ? b : c"},
        {"a in 3", 6, "a list is written as (1, 2, 4)"},
        {"'open", 1, "the quote is not closed"},
        {"1.2.3", 1, "'1.2.3' is not a number"},
        {"99999999999999999999", 1,
         "'99999999999999999999' is a number that needs more than 64 bits"},
        {"a = 3", 3, "'=' is not expected here"},
    }));
    Mistakes mistakes;
    Expression::parse(c.expression, {.file = "x.toml", .line = 3, .column = 1}, mistakes);
    CAPTURE(c.expression);
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].location.column == c.column);
    CHECK(mistakes[0].reason == c.reason);
    CHECK(mistakes[0].location.file == "x.toml");
}

TEST_CASE("reading is bounded in depth and in length") {
    Mistakes mistakes;
    Expression::parse(std::string(100000, '('), {}, mistakes);
    Expression::parse(std::string(1000, '(') + "1" + std::string(1000, ')'), {}, mistakes);
    Expression::parse(std::string(1000, '-') + "1", {}, mistakes);
    std::string nots;
    for (int i = 0; i < 1000; ++i) nots += "not ";
    Expression::parse(nots + "1", {}, mistakes);
    CHECK(mistakes.size() == 4);
    std::string sum = "1";
    for (int i = 0; i < 5000; ++i) sum += "+1";
    CHECK(value_of(sum) == "5001");
}

TEST_CASE("an unknown name is told with the nearest known one") {
    const std::vector<std::string> known{"MWG", "NWG", "device.local_memory"};
    Mistakes mistakes;
    Expression::parse("MGW * 2 + device.local_memory", {.file = "g.toml", .line = 5, .column = 10},
                      mistakes)
        .check_names(known, mistakes);
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].location.column == 10);
    CHECK(mistakes[0].reason == "unknown name 'MGW'; did you mean MWG?");
}

TEST_CASE("a whole number is given, or the expression is named") {
    CHECK(Expression::parse("a * b").whole(lookup_in(names)) == 14);
    CHECK_THROWS_WITH(Expression::parse("a / b").whole(lookup_in(names)),
                      Catch::Contains("'a / b' is 7/2, but a whole number is needed"));
    CHECK_THROWS_WITH(Expression::parse("a / nothing").whole(lookup_in(names)),
                      Catch::Contains("'nothing'"));
}

TEST_CASE("numbers at the edge of 64 bits are exact or faults") {
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    CHECK(modulo(Number(least), Number(-1)) == Number(0));
    CHECK(floor_div(Number(least), Number(-1)) == Number(Fault::overflow));
    CHECK(Number(least) / Number(-1) == Number(Fault::overflow));
    CHECK(Number(0) - Number(least) == Number(Fault::overflow));
    CHECK(Number(least) * Number(-1) == Number(Fault::overflow));
    CHECK(Number::fraction(least, least) == Number(1));
    CHECK(less(Number::fraction(1, 3), Number::fraction(1, 2)) == Number(1));
    CHECK(Number::parse("-0.125") == Number::fraction(-1, 8));
    CHECK(Number::parse("1e400").exists() == false);
    CHECK(Number::parse("12x").exists() == false);
    CHECK(Number::parse("").exists() == false);
}
