// SPDX-License-Identifier: MIT
// Inputs, poison and other sizes: a wrong kernel is not right on them by chance.
#include "kernels/workload/argument_fill.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <set>

#include "kernels/buffers/poison.hpp"
#include "kernels/workload/check_sizes.hpp"
#include "spaces/formats/read_space.hpp"

using namespace hone;

namespace {

std::vector<double> filled(const char* type, std::optional<double> low = {},
                           std::optional<double> high = {}) {
    const ElementType element = element_type(type, "bf16");  // of "real"
    const Bytes bytes =
        fill_values({.fill = Argument::Fill::random, .low = low, .high = high, .constants = {}},
                    element, 10'000, TestInputs(1));
    std::vector<double> values;
    for (std::size_t i = 0; i < 10'000; ++i) values.push_back(element.element->at(bytes, i));
    return values;
}

std::size_t count(const std::vector<double>& values, const auto& wanted) {
    return static_cast<std::size_t>(std::ranges::count_if(values, wanted));
}

}  // namespace

TEST_CASE("integers without bounds are of all that the type holds") {
    for (const auto& [type, least, most] : {std::tuple{"char", -128.0, 127.0},
                                            {"uchar", 0.0, 255.0},
                                            {"short", -32768.0, 32767.0},
                                            {"int", -0x1p31, 0x1p31 - 1},
                                            {"uint", 0.0, 0x1p32 - 1}}) {
        INFO(type);
        const auto values = filled(type);
        CHECK(std::ranges::min(values) == least);
        CHECK(std::ranges::max(values) == most);
        CHECK(std::set(values.begin(), values.end()).size() > 200);
        CHECK(count(values, [](double v) { return v == 0; }) > 20);
    }
    CHECK(std::ranges::max(filled("ulong")) > 0x1p63);
}

TEST_CASE("reals without bounds have zeros, denormals and large magnitudes among them") {
    for (const auto& [type, normal] : {std::pair{"float", 0x1p-126},
                                       {"double", 0x1p-1022},
                                       {"half", 0x1p-14},
                                       {"real", 0x1p-126}}) {
        INFO(type);
        const auto values = filled(type);
        CHECK(count(values, [](double v) { return v == 0 && std::signbit(v); }) > 20);
        CHECK(count(values, [](double v) { return v == 0 && !std::signbit(v); }) > 20);
        CHECK(count(values, [least = normal](double v) { return v != 0 && std::fabs(v) < least; }) >
              20);
        CHECK(count(values, [](double v) { return std::fabs(v) > 100; }) > 20);
        CHECK(count(values, [](double v) { return std::fabs(v) <= 1; }) > 9000);
    }
}

TEST_CASE("a fill keeps its bounds, and integers take each value between them") {
    const auto reals = filled("float", 1, 2);
    CHECK(std::ranges::all_of(reals, [](double v) { return v >= 1 && v <= 2; }));
    const auto whole = filled("int", -3, 4);
    CHECK(std::set(whole.begin(), whole.end()) == std::set<double>{-3, -2, -1, 0, 1, 2, 3});
}

TEST_CASE("three runs find three kinds of poison") {
    for (const char* type : {"float", "double", "half", "bfloat16"}) {
        INFO(type);
        const Element& element = element_of(type);
        const auto at = [&](std::uint64_t run, std::size_t i) {
            return element.at(poison(element, run), i);
        };
        for (std::size_t i = 0; i < 8; ++i) {
            CHECK(std::isnan(at(0, i)));
            CHECK(at(1, i) > 1e4);
            CHECK((at(2, i) < -1e4 || std::fabs(at(2, i)) <= 0.5));
        }
        CHECK(std::memcmp(poison(element, 0).data(), poison(element, 3).data(), 64) != 0);
    }
    const Element& element = element_of("int");
    CHECK(element.at(poison(element, 0), 3) < -1e6);
    CHECK(element.at(poison(element, 1), 3) > 1e6);
    CHECK(std::fabs(element.at(poison(element, 2), 3) - 8) <= 7);
}

TEST_CASE("sizes are chosen for what buffers and launches are sized by, or named") {
    const auto space = [](const std::string& problem, const std::string& check) {
        return read_space("problem = { " + problem +
                              " }\nparameters = { WG = [1] }\n"
                              "launch = [{ entry = 'k', local = [1], global = ['n'] }]\n"
                              "arguments = [{ name = 'y', type = 'float', count = 'n * m', "
                              "fill = 'output' }]\n[check]\nreference = 'k'\nlocal = [1]\n"
                              "global = ['n']\n" +
                              check,
                          "own.toml");
    };
    const auto sizes = [&](const std::string& problem, const std::string& check = "") {
        const Space own = space(problem, check);
        return check_sizes(own, make_problem(own, "f32", {})).problems;
    };
    const auto values = [](const std::vector<Problem>& problems, const std::string& name) {
        std::set<std::int64_t> all;
        for (const Problem& each : problems)
            all.insert(std::get<Number>(each.arguments.at(name)).numerator());
        return all;
    };
    const auto chosen = sizes("n = 96, m = 96, steps = 5");
    CHECK(values(chosen, "steps") == std::set<std::int64_t>{5});
    CHECK(std::ranges::any_of(chosen, [](const Problem& each) {
        return each.arguments.at("n") != each.arguments.at("m");
    }));
    for (const std::int64_t divisor : {2, 3, 5, 7, 8}) {
        std::set<std::int64_t> remainders;
        for (const std::int64_t n : values(chosen, "n")) remainders.insert(n % divisor);
        CHECK(remainders.size() == static_cast<std::size_t>(divisor));
    }
    CHECK(values(chosen, "n").contains(95));
    CHECK(values(chosen, "n").contains(97));
    // The buffers of a checked problem have at most 16 MB.
    CHECK_FALSE(values(sizes("n = 8000, m = 8000"), "n").contains(7999));

    CHECK(values(sizes("n = 96, m = 2", "sizes = [{ n = 5 }, { n = 9, m = 3 }]"), "n") ==
          std::set<std::int64_t>{5, 9});
    CHECK(sizes("n = 96, m = 2", "sizes = []").empty());
    CHECK_THROWS_WITH(sizes("n = 96, m = 2", "sizes = [{ o = 5 }]"),
                      Catch::Contains("the problem has no 'o'"));
}
