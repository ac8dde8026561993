// SPDX-License-Identifier: MIT
// Sizes in few words: one number for alike extents, one for each otherwise.
#include "tuner/cli/sizes.hpp"

#include <catch2/catch.hpp>

#include "spaces/error.hpp"

using namespace hone;
using namespace hone::cli;

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
                      Catch::Contains("'5x5' is no size of own"));
}
