// SPDX-License-Identifier: MIT
// Sizes in short form: one number for equal extents, otherwise one for each.
#include "tuner/cli/options/sizes.hpp"

#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "spaces/base/error.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/planning/size_sampling.hpp"

using namespace hone;
using namespace hone;

namespace {

Space space_with(const std::string& problem) {
    return read_space("routine = \"own\"\n[problem]\n" + problem + "\n[parameters]\nX = [1]\n",
                      "own.toml");
}

const std::string matrices = "M = 1024\nN = 1024\nK = 1024\nTA = 0\nalpha = 1";

}  // namespace

TEST_CASE("one number is for every extent, and a number for each is joined by x") {
    const auto sizes = read_sizes("512,1Ki,4096x64x17", space_with(matrices));
    REQUIRE(sizes.size() == 3);
    CHECK(sizes[0] == Names{{"M", Number(512)}, {"N", Number(512)}, {"K", Number(512)}});
    CHECK(sizes[1] == Names{{"M", Number(1024)}, {"N", Number(1024)}, {"K", Number(1024)}});
    CHECK(sizes[2] == Names{{"M", Number(4096)}, {"N", Number(64)}, {"K", Number(17)}});
}

TEST_CASE("what is no size of the problem is refused with what would be one") {
    const auto refused = [](const std::string& words, const std::string& problem) {
        CHECK_THROWS_AS(read_sizes(words, space_with(problem)), Error);
    };
    refused("512x512", matrices);
    refused("1x2x3x4", matrices);
    refused("512,", matrices);
    refused("x1x2", matrices);
    refused("many", matrices);
    refused("512", "flag = 1");
    refused("512", "n = 1000000\nradius = 3");
    CHECK(read_sizes("512x3", space_with("n = 1000000\nradius = 3"))[0] ==
          Names{{"n", Number(512)}, {"radius", Number(3)}});
    CHECK_THROWS_WITH(read_sizes("5x5", space_with(matrices)),
                      Catch::Contains("'5x5' is not a size of own"));
}

TEST_CASE("the ends of a range are whole numbers") {
    for (const char* words : {"1.5..4", "2..4.5", "0.5..64x2x2"}) {
        INFO(words);
        CHECK_THROWS_WITH(parse_sizes(words, space_with(matrices)),
                          Catch::Contains("is not a size of own"));
    }
    CHECK(parse_sizes("1.5Ki..4Ki", space_with(matrices)).ranges.at(0).bounds.at(0).least == 1536);
}

TEST_CASE("between two ends sizes are spread, whole and odd ones in turn") {
    const auto sizes = read_sizes("16..512:12,64", space_with(matrices));
    REQUIRE(sizes.size() == 13);
    CHECK(sizes[0] == Names{{"M", Number(512)}, {"N", Number(512)}, {"K", Number(512)}});
    CHECK(sizes[1] == Names{{"M", Number(16)}, {"N", Number(16)}, {"K", Number(16)}});
    CHECK(sizes[12] == Names{{"M", Number(64)}, {"N", Number(64)}, {"K", Number(64)}});
    std::set<std::int64_t> odd;
    for (const Names& names : sizes)
        for (const auto& [name, value] : names) {
            const std::int64_t size = std::get<Number>(value).numerator();
            CHECK(size >= 16);
            CHECK(size <= 512);
            if (size % 2 == 1) odd.insert(size);
        }
    CHECK(odd.size() > 10);
    CHECK(read_sizes("16..512", space_with(matrices)).size() == 12);
    CHECK(read_sizes("16..512x64x64", space_with(matrices)).size() == 4);
    for (const Names& names : read_sizes("16..512x64x7", space_with(matrices)))
        CHECK(names.at("K") == Value(Number(7)));
}

TEST_CASE("no quarter of an extent is left out, in doublings") {
    const std::array<Bounds, 3> bounds{{{16, 4096}, {16, 4096}, {16, 4096}}};
    const auto sizes = spread_sizes(bounds, 16);
    for (std::size_t e = 0; e < 3; ++e) {
        std::set<int> quarters;
        for (const Extents& extents : sizes)
            quarters.insert(static_cast<int>((std::log2(extents[e]) - 4) / 2));
        CHECK(quarters.size() >= 4);
    }
}

TEST_CASE("a spread that is none is refused") {
    for (const char* words :
         {"512..16", "0..16", "16..", "..16", "16..32:many", "16..32:0", "1..2x3"})
        CHECK_THROWS_AS(read_sizes(words, space_with(matrices)), Error);
}

TEST_CASE("sizes are drawn within their bounds: powers of two, any, thin ones") {
    const std::array<Bounds, 2> bounds{{{8, 512}, {100, 100}}};
    const auto sizes = random_sizes(bounds, 30, 1);
    CHECK(sizes == random_sizes(bounds, 30, 1));
    CHECK(sizes != random_sizes(bounds, 30, 2));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        CHECK(sizes[i][0] >= 8);
        CHECK(sizes[i][0] <= 512);
        if (i % 3 == 0) CHECK(std::has_single_bit(static_cast<std::uint64_t>(sizes[i][0])));
    }
    CHECK(random_sizes(std::array<Bounds, 1>{{{100, 100}}}, 1, 1)[0][0] == 100);
    CHECK(random_sizes({}, 3, 1) == std::vector<Extents>(3));  // of a problem without sizes
}
