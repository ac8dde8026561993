// SPDX-License-Identifier: MIT
// Arguments of a problem are read in their declared order, regardless of their stored order.
#include "db/model/kernel.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "db/model/canonical_json.hpp"

using namespace hone;

namespace {

std::string in_order(std::string_view problem, std::string_view routine,
                     std::string_view space = {}) {
    return joined(in_declared_order(settings_of(problem), routine, space));
}

}  // namespace

TEST_CASE("a gemm is read as M, N and K, with or without its space") {
    constexpr std::string_view problem = R"({"K":3,"M":1,"N":2,"TA":1,"alpha":1})";
    CHECK(in_order(problem, "gemm") == "M=1 N=2 K=3 TA=1 alpha=1");
    CHECK(in_order(problem, "gemm", "[problem]\nK = 1\nN = 1\nM = 1\n") ==
          "M=1 N=2 K=3 TA=1 alpha=1");
    CHECK(in_order(R"({"K":3,"N":2})", "gemm") == "N=2 K=3");
}

TEST_CASE("numbers of any size are read as they were written") {
    const auto read_back = [](const Settings& written) { return settings_of(canonical(written)); };
    for (const double real : {12345678901234567168.0, -3e19, 1e300, 0.25, -0.5}) {
        const Settings written{{"x", real}, {"y", std::int64_t{7}}};
        CHECK(read_back(written) == written);
    }
    for (const std::int64_t whole : {std::numeric_limits<std::int64_t>::min(), std::int64_t{0},
                                     std::numeric_limits<std::int64_t>::max()}) {
        const Settings written{{"x", whole}};
        CHECK(read_back(written) == written);
    }
}

TEST_CASE("other routines are read in the order of their space") {
    constexpr std::string_view problem = R"({"depth":4,"height":2,"width":9})";
    CHECK(in_order(problem, "conv", "[problem]\nwidth = 1\nheight=1\ndepth  = 1\n") ==
          "width=9 height=2 depth=4");
    CHECK(in_order(problem, "conv", "problem = { height = 1, width = 1, depth = 1 }\n") ==
          "height=2 width=9 depth=4");
    CHECK(in_order(R"({"n":8,"operation":"sum"})", "reduction",
                   "[problem]\nn = 1\noperation = 'sum'") == "n=8 operation=sum");
}

TEST_CASE("names inside of other names, before the table or in values declare nothing") {
    constexpr std::string_view space =
        "n = 3\nm == 4\n[problem]\nwidth_n = 1  # m\nm = 1\nn = \"m\"\n";
    CHECK(in_order(R"({"m":1,"n":2,"width_n":3})", "own", space) == "width_n=3 m=1 n=2");
}

TEST_CASE("arguments without a declaration come last, as they are stored") {
    CHECK(in_order(R"({"a":1,"b":2,"c":3})", "own", "[problem]\nc = 1") == "c=3 a=1 b=2");
    CHECK(in_order(R"({"a":1,"b":2,"c":3})", "own") == "a=1 b=2 c=3");
    CHECK(in_order("{}", "own", "[problem]").empty());
    CHECK(in_order(R"({"a":1})", "own", "the problem a") == "a=1");
}
