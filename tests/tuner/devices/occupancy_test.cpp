// SPDX-License-Identifier: MIT
// Occupancy compared with published figures of vendors and lectures: one table of cases, one line
// each.
#include "tuner/devices/occupancy.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

using Timeouts = std::vector<std::string_view>;

struct ProblemKey {
    const char* what;
    const char* architecture;
    GroupNeeds needs;
    std::int64_t groups, work_items, warps, max_warps;
    Timeouts limited_by;
};

GroupNeeds of(std::int64_t work_items, std::int64_t registers = 0, std::int64_t local = 0,
              std::int64_t barriers = 0, std::int64_t warp = 0) {
    return {work_items, registers, local, barriers, warp};
}

const std::vector<ProblemKey> cases{
    // G80: 768 work-items, 8 groups, 8192 registers, 16 KiB.
    {"G80, 4x4", "sm_10", of(16), 8, 128, 8, 24, {"groups"}},
    {"G80, 8x8", "sm_10", of(64), 8, 512, 16, 24, {"groups"}},
    {"G80, 16x16", "sm_10", of(256), 3, 768, 24, 24, {"warps"}},
    {"G80, 32x32", "sm_10", of(1024), 0, 0, 0, 24, {"work_items"}},
    {"G80, 16x16, 10 registers", "sm_10", of(256, 10), 3, 768, 24, 24, {"registers", "warps"}},
    {"G80, 16x16, 11 registers", "sm_10", of(256, 11), 2, 512, 16, 24, {"registers"}},
    {"G80, 16x16, 5 KiB",
     "sm_10",
     of(256, 10, 5120),
     3,
     768,
     24,
     24,
     {"registers", "local_memory", "warps"}},
    {"1.1, 256, 11 registers", "sm_11", of(256, 11), 2, 512, 16, 24, {"registers"}},
    // GTX 280: 1024 work-items, 8 groups, 16384 registers, 16 KiB.
    {"GTX 280, 16x16", "sm_13", of(256), 4, 1024, 32, 32, {"warps"}},
    {"GTX 280, 16x16, 16 registers", "sm_13", of(256, 16), 4, 1024, 32, 32, {"registers", "warps"}},
    {"GTX 280, 16x16, 17 registers", "sm_13", of(256, 17), 3, 768, 24, 32, {"registers"}},
    {"GTX 280, 8x8", "sm_13", of(64), 8, 512, 16, 32, {"groups"}},
    {"GTX 280, 16 KiB", "sm_13", of(256, 0, 16384), 1, 256, 8, 32, {"local_memory"}},
    {"GTX 280, more than 16 KiB", "sm_13", of(256, 0, 16385), 0, 0, 0, 32, {"local_memory"}},
    // Fermi.
    {"Fermi, 16x16, 20 registers", "sm_20", of(256, 20), 6, 1536, 48, 48, {"registers", "warps"}},
    {"Fermi, 16x16, 21 registers", "sm_20", of(256, 21), 5, 1280, 40, 48, {"registers"}},
    {"Fermi, 8x8", "sm_20", of(64), 8, 512, 16, 48, {"groups"}},
    {"Fermi, 32x32, 20 registers", "sm_20", of(1024, 20), 1, 1024, 32, 48, {"registers", "warps"}},
    {"12 KiB of 48", "sm_20", of(128, 0, 12288), 4, 512, 16, 48, {"local_memory"}},
    {"12 KiB of 48", "sm_30", of(256, 0, 12288), 4, 1024, 32, 64, {"local_memory"}},
    // Kepler to Hopper.
    {"3.5, 64 registers", "sm_35", of(256, 64, 8192), 4, 1024, 32, 64, {"registers"}},
    {"3.7 has twice the registers", "sm_37", of(256, 64), 8, 2048, 64, 64, {"registers", "warps"}},
    {"5.3, 32768 of one group", "sm_53", of(1024, 64), 0, 0, 0, 64, {"registers"}},
    {"7.5", "sm_75", of(256, 64), 4, 1024, 32, 32, {"registers", "warps"}},
    {"8.6, 99 KiB", "sm_86", of(256, 32, 99 * 1024), 1, 256, 8, 48, {"local_memory"}},
    {"9.0, 128 registers", "sm_90", of(256, 128, 16640), 2, 512, 16, 64, {"registers"}},
    {"9.0, 129 registers", "sm_90", of(256, 129, 16640), 1, 256, 8, 64, {"registers"}},
    {"9.0, 168 registers", "sm_90", of(128, 168, 16640), 3, 384, 12, 64, {"registers"}},
    {"9.0, two limits", "sm_90", of(128, 96, 39936), 5, 640, 20, 64, {"registers", "local_memory"}},
    {"9.0, 227 KiB", "sm_90", of(256, 32, 227 * 1024), 1, 256, 8, 64, {"local_memory"}},
    {"9.0, a byte more", "sm_90", of(256, 32, 227 * 1024 + 1), 0, 0, 0, 64, {"local_memory"}},
    {"9.0, 256 registers", "sm_90", of(64, 256), 0, 0, 0, 64, {"registers"}},
    {"9.0, 16 barriers", "sm_90", of(32, 16, 0, 16), 4, 128, 4, 64, {"groups"}},
    // AMD: waves per SIMD unit are min(most, total / rounded up).
    {"GCN, 64 registers", "gfx803", of(256, 64), 4, 1024, 16, 40, {"registers"}},
    {"GCN, 65 registers", "gfx803", of(256, 65), 3, 768, 12, 40, {"registers"}},
    {"GCN, one wave a group",
     "gfx803",
     of(64, 24),
     40,
     2560,
     40,
     40,
     {"registers", "warps", "groups"}},
    {"GCN, small groups", "gfx803", of(128, 24), 16, 2048, 32, 40, {"groups"}},
    {"CDNA 2, 128 registers", "gfx90a", of(256, 128), 4, 1024, 16, 32, {"registers"}},
    {"CDNA 2, 512 registers", "gfx90a", of(256, 512), 1, 256, 4, 32, {"registers"}},
    {"RDNA 2, 64 registers", "gfx1030", of(256, 64), 8, 2048, 64, 64, {"registers", "warps"}},
    {"RDNA 3, 96 registers", "gfx1100", of(256, 96), 8, 2048, 64, 64, {"registers", "warps"}},
    {"RDNA 3, 97 registers", "gfx1100", of(256, 97), 6, 1536, 48, 64, {"registers"}},
    {"RDNA 2, 64 KiB twice", "gfx1030", of(256, 0, 65536), 2, 512, 16, 64, {"local_memory"}},
    // Intel: local memory in few sizes, 32 groups with barriers, 8 to 32 work-items a thread.
    {"Xe-HPC, 1024 of 32", "xe-hpc", of(1024, 0, 0, 0, 32), 2, 2048, 64, 64, {"warps"}},
    {"Xe-HPG, 20 KiB are 32", "xe-hpg", of(256, 0, 20480), 4, 1024, 64, 128, {"local_memory"}},
    {"Xe-LP with barriers", "xe-lp", of(16, 0, 0, 1), 32, 512, 32, 112, {"groups"}},
    {"Xe-LP without", "xe-lp", of(16), 112, 1792, 112, 112, {"warps", "groups"}},
    {"Gen9, 512", "gen9", of(512), 0, 0, 0, 56, {"work_items"}},
    // Apple: the ends of the compiler's table, and a line in its middle.
    {"M1, 52 registers", "apple7", of(32, 52), 32, 1024, 32, 32, {"registers", "warps", "groups"}},
    {"M1, 64 registers", "apple7", of(32, 64), 26, 832, 26, 32, {"registers"}},
    {"M1, 104 registers", "apple7", of(32, 104), 16, 512, 16, 32, {"registers"}},
    {"M1, 128 registers", "apple7", of(32, 128), 12, 384, 12, 32, {"registers"}},
    {"M1, 32 KiB twice", "apple7", of(256, 0, 32768), 2, 512, 16, 32, {"local_memory"}},
    // Mali: half as many work-items from 33 registers on.
    {"Valhall, 32 registers", "mali-v9", of(64, 32), 16, 1024, 64, 64, {"registers", "warps"}},
    {"Valhall, 33 registers", "mali-v9", of(64, 33), 8, 512, 32, 64, {"registers"}},
    {"Bifrost, 33 registers", "mali-v7", of(64, 33), 6, 384, 48, 96, {"registers"}},
    {"Bifrost, the first", "mali-v6", of(64, 64), 6, 384, 96, 96, {"warps"}},
    // Adreno: 96 / registers of four numbers, times two.
    {"Adreno, 48 registers",
     "adreno-6xx",
     of(64, 48),
     16,
     1024,
     16,
     16,
     {"registers", "warps", "groups"}},
    {"Adreno, 64 registers", "adreno-6xx", of(64, 64), 12, 768, 12, 16, {"registers"}},
    {"Adreno, 20 KiB", "adreno-6xx", of(256, 0, 20480), 1, 256, 4, 16, {"local_memory"}},
};

}  // namespace

TEST_CASE("Occupancy is what is published") {
    for (const auto& [what, name, needs, groups, work_items, warps, max_warps, limited_by] :
         cases) {
        const auto* architecture = find_architecture(name);
        REQUIRE(architecture != nullptr);
        INFO(what);
        const auto found = occupancy(*architecture, needs);
        CHECK(found.groups == groups);
        CHECK(found.work_items == work_items);
        CHECK(found.warps == warps);
        CHECK(found.max_warps == max_warps);
        CHECK(found.limited_by == limited_by);
        CHECK(found.misfit.empty() == (groups > 0));
    }
}

TEST_CASE("What does not fit says why") {
    const auto why = [](const char* name, GroupNeeds needs) {
        return occupancy(*find_architecture(name), needs).misfit;
    };
    CHECK(why("sm_10", of(1024)) == "a work-group of 1,024 work-items; sm_10 allows 1 to 512");
    CHECK(why("sm_13", of(64, 0, 16385)) == "16,385 bytes of local memory; sm_13 has 16,384");
    CHECK(why("sm_90", of(64, 256)) == "256 registers for one work-item; sm_90 has 255");
    CHECK(why("sm_10", of(512, 17)) == "8,704 registers for one work-group; sm_10 has 8,192");
}

TEST_CASE("Latency is hidden by as many warps as lectures say") {
    CHECK(warps_to_hide(24, 4) == 6);
    CHECK(warps_to_hide(400, 8 * 4) == 13);
    const auto* g80 = find_architecture("sm_10");
    CHECK(warps_for_arithmetic(*g80) == 6);
    CHECK(warps_for_memory(*g80, 8) == 13);
    CHECK(warps_for_arithmetic(*find_architecture("sm_20")) == 22);
    CHECK(warps_for_arithmetic(*find_architecture("sm_30")) == 44);
    CHECK(warps_for_arithmetic(*find_architecture("sm_30"), 4) == 12);
}
