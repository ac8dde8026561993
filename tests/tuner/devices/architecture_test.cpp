// SPDX-License-Identifier: MIT
// The table of architectures: each entry is complete, and an unknown one has a substitute.
#include "tuner/devices/architecture.hpp"

#include <set>
#include <stdexcept>

#include <catch2/catch.hpp>

using namespace hone;

TEST_CASE("Every architecture has a name of its own and all that occupancy needs") {
    std::set<std::string> names;
    for (const auto& each : architectures().all) {
        INFO(each.name);
        CHECK(names.insert(each.name).second);
        CHECK(each.warp > 0);
        if (!each.has_occupancy()) continue;
        CHECK(each.groups > 0);
        CHECK(each.work_group >= each.warp);
        CHECK(each.parts > 0);
        CHECK(each.warps % each.parts == 0);
        CHECK(each.registers % (each.parts * each.register_granule) == 0);
        CHECK(each.local_kib >= each.local_per_group_kib);
        CHECK(each.arithmetic_latency > 0);
        CHECK(each.memory_latency > each.arithmetic_latency);
        CHECK(each.segment > 0);
        CHECK(each.banks > 0);
    }
    CHECK(names.contains("sm_10"));
    CHECK(names.contains("sm_121"));
    CHECK(names.contains("xe-hpg"));
}

TEST_CASE("A figure that is not repeated comes from the one that it is like") {
    const auto* hopper = find_architecture("sm_90");
    CHECK(hopper->family == "nvidia");
    CHECK(hopper->registers == 65536);
    CHECK(hopper->local_per_group_kib == 227);
    CHECK(hopper->coarse_at.empty());
    CHECK(architectures().thresholds.occupancy > 0);
}

TEST_CASE("An unknown architecture is taken for the nearest of its family") {
    const auto nearest = [](const char* name) {
        const auto* found = find_architecture(name);
        return found == nullptr ? std::string("none") : found->name;
    };
    CHECK(nearest("sm_32") == "sm_30");
    CHECK(nearest("sm_88") == "sm_87");
    CHECK(nearest("sm_999") == "sm_121");
    CHECK(nearest("sm_1") == "none");
    CHECK(nearest("gfx1033") == "gfx1030");
    CHECK(nearest("gfx909") == "gfx900");
    CHECK(nearest("gfx1151") == "gfx1150");
    CHECK(nearest("gfx1300") == "none");
    CHECK(nearest("xe9") == "none");
    CHECK(nearest("") == "none");
}

TEST_CASE("A fault in the table is told") {
    CHECK_THROWS_AS(read_architectures("[a]\nwarpz = 1"), std::logic_error);
    CHECK_THROWS_AS(read_architectures("[a]\nwarp = \"x\""), std::logic_error);
    CHECK_THROWS_AS(read_architectures("[a]\nlike = \"b\""), std::logic_error);
    CHECK_THROWS_AS(read_architectures("[a]\ncoarse_at = 1"), std::logic_error);
    CHECK(read_architectures("[b]\nwarp = 2\n[a]\nlike = \"b\"").all.at(1).warp == 2);
}
