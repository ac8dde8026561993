// SPDX-License-Identifier: MIT
// The default config in a kernel's text.
#include "tuner/catalog/default_config.hpp"
#include "spaces/formats/read_space.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

const Space walking = read_space(R"(
routine = "add"
precisions = ["f32"]
[parameters]
WG = [32, 64, 128]
WALK = ["STRIDE", "OWN"]
[[launch]]
entry = "add"
local = ["WG"]
global = ["WG"]
)",
                                 "add.toml");

}  // namespace

TEST_CASE("a text that defines every parameter has a default config") {
    const auto config = default_config(
        "#ifndef WG\n#define WG 64  // work-items\n#endif\n#define WALK OWN\n#define E 3\n",
        walking);
    REQUIRE(config);
    CHECK(*config == Config{1, 1});
}

TEST_CASE("the first definition counts, as it does for a compiler that is given none") {
    const auto config =
        default_config("#define WG 128\n#define WG 32\n#define WALK OWN\n", walking);
    REQUIRE(config);
    CHECK(config->front() == 2);
}

TEST_CASE("what the space says comes before what the text defines") {
    Space space = walking;
    space.defaults.emplace("WG", Number(128));
    CHECK(default_config("#define WG 64\n#define WALK OWN\n", space) == Config{2, 1});
    CHECK(default_config("#define WALK OWN\n", space) == Config{2, 1});
    CHECK_FALSE(default_config("", space));
}

TEST_CASE("a text that leaves a parameter open, or defines what it may not be, has none") {
    CHECK_FALSE(default_config("#define WG 64\n", walking));
    CHECK_FALSE(default_config("#define WG 65\n#define WALK OWN\n", walking));
    CHECK_FALSE(default_config("", walking));
}
