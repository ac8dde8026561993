// SPDX-License-Identifier: MIT
// The levels of fallback as a table: an application's query, and its required answer.
#include <catch2/catch.hpp>
#include <functional>

#include "db/sqlite/schema.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

using Change = std::function<void(Device&)>;
using Sizes = std::array<std::int64_t, 3>;

struct Situation {
    const char* name;
    Change change;  // of the tuned device
    Sizes sizes;    // M, N, K
    Settings more;  // of the problem
    const char* precision;
    Match match;
    std::int64_t tile;   // of the config; 0 if there is none
    const char* reason;  // a part of the reason
};

void same(Device& /*device*/) {}

Change renamed(const char* name) {
    return [name](Device& device) {
        device.name = name;
        device.uuid.clear();
    };
}

Change driver(const char* version) {
    return [version](Device& device) { device.driver = version; };
}

Change other_board(const char* name, const char* architecture) {
    return [=](Device& device) {
        device.name = name;
        device.architecture = architecture;
        device.uuid.clear();
    };
}

Change cpu(std::int64_t local_memory) {
    return [=](Device& device) {
        device = {};
        device.name = "pthread-somelake-Other CPU";
        device.vendor = "Others";
        device.type = "cpu";
        device.architecture = "cpu";
        device.local_memory = local_memory;
    };
}

Change limits(std::int64_t local_memory, std::int64_t work_group) {
    return [=](Device& device) {
        device.local_memory = local_memory;
        device.max_work_group = work_group;
    };
}

// clang-format off
const Situation situations[] = {
    {"as tuned", same, {256, 256, 256}, {}, "f32", Match::exact, 32, "for this problem"},
    {"the smallest", same, {64, 64, 64}, {}, "f32", Match::exact, 16, "for this problem"},
    {"the largest", same, {1024, 1024, 1024}, {}, "f32", Match::exact, 64, "for this problem"},
    {"the strip", same, {4096, 16, 256}, {}, "f32", Match::exact, 8, "for this problem"},
    {"standard values said", same, {256, 256, 256}, {{"beta", 0}}, "f32", Match::exact, 32,
     "for this problem"},
    {"a detail differs", same, {256, 256, 256}, {{"beta", 1}}, "f32", Match::near, 32,
     "M=256 N=256 K=256, 0.3 doublings"},
    {"transposed", same, {256, 256, 256}, {{"TA", 1}}, "f32", Match::exact, 48,
     "for this problem"},
    {"transposed, near", same, {512, 256, 256}, {{"TA", 1}}, "f32", Match::near, 48, "TA=1"},
    {"between, nearer to the smaller", same, {96, 96, 96}, {}, "f32", Match::near, 16,
     "M=64 N=64 K=64"},
    {"between, nearer to the larger", same, {960, 960, 960}, {}, "f32", Match::near, 64,
     "0.3 doublings"},
    {"a little larger, still whole tiles", same, {320, 256, 256}, {}, "f32", Match::near, 32,
     "0.3 doublings"},
    {"odd: tiles reach over the edge", same, {257, 257, 257}, {}, "f32", Match::near, 32,
     "M=256 N=256 K=256"},
    {"odd, and small", same, {65, 65, 64}, {}, "f32", Match::near, 16, "M=64 N=64 K=64"},
    {"thin: another strip", same, {8192, 16, 256}, {}, "f32", Match::near, 8, "M=4096 N=16"},
    {"thin, though a square has its volume", same, {2048, 32, 256}, {}, "f32", Match::near, 8,
     "M=4096 N=16"},
    {"tall: no strip lies this way", same, {16, 4096, 256}, {}, "f32", Match::far, 16,
     "for M=64 N=64 K=64"},
    {"far", same, {16384, 16384, 16384}, {}, "f32", Match::far, 64, "12.0 doublings"},
    {"tiny: as the smallest that was tuned", same, {1, 1, 1}, {}, "f32", Match::far, 16,
     "M=64 N=64 K=64"},
    {"another precision", same, {256, 256, 256}, {}, "f64", Match::exact, 16, "for this problem"},
    {"another precision, near", same, {512, 256, 256}, {}, "f64", Match::near, 16,
     "M=256 N=256 K=256"},
    {"a precision that the kernel lacks", same, {256, 256, 256}, {}, "f16", Match::none, 0,
     "has no precision 'f16'; it has f32, f64"},
    {"a precision that the device lacks", [](Device& device) { device.fp64 = false; }, {256, 256,
     256}, {}, "f64", Match::none, 0, "constraint \"double precision\""},
    {"another word", same, {256, 256, 256}, {{"part", "upper"}}, "f32", Match::defaults, 32,
     "default config"},
    {"an argument that nobody has", same, {256, 256, 256}, {{"Q", 3}}, "f32", Match::none, 0,
     "has no argument 'Q'; it has M, N, K, TA, beta, part"},
    {"a newer driver", driver("6.0"), {256, 256, 256}, {}, "f32", Match::driver, 32,
     "under driver 5.1"},
    {"a newer driver, near", driver("6.0"), {320, 256, 256}, {}, "f32", Match::driver, 32,
     "under driver 5.1 for M=256"},
    {"a newer driver, far", driver("6.0"), {16384, 16384, 16384}, {}, "f32", Match::far, 64,
     "for M=1024"},
    {"the vendor left out of the name", renamed("Rocket 100"), {256, 256, 256}, {}, "f32",
     Match::architecture, 32, "ACME Rocket 100"},
    {"the name with marks", renamed("ACME(R) Rocket(TM) 100 GPU"), {256, 256, 256}, {}, "f32",
     Match::exact, 32, "for this problem"},
    {"renamed altogether, known by its UUID", [](Device& device) { device.name = "Graphics Device";
     }, {256, 256, 256}, {}, "f32", Match::driver, 32, "under driver 5.1"},
    {"renamed altogether, without a UUID", renamed("Graphics Device"), {256, 256, 256}, {}, "f32",
     Match::architecture, 32, "same architecture"},
    {"another platform for the same board", [](Device& device) { device.platform = "rusticl"; },
     {256, 256, 256}, {}, "f32", Match::driver, 32, "under driver"},
    {"fewer compute units", [](Device& device) { device.compute_units = 66; device.uuid.clear(); },
     {256, 256, 256}, {}, "f32", Match::architecture, 32, "same architecture"},
    {"a sister of the architecture", other_board("ACME Rocket 50", "sm_90"), {256, 256, 256}, {},
     "f32", Match::architecture, 32, "ACME Rocket 100"},
    {"a sister, near", other_board("ACME Rocket 50", "sm_90"), {448, 448, 448}, {}, "f32",
     Match::architecture, 32, "2.4 doublings"},
    {"another architecture", other_board("ACME Cart 1", "sm_50"), {256, 256, 256}, {}, "f32",
     Match::vendor, 32, "same vendor"},
    {"an architecture that nobody tells", other_board("ACME Cart 1", ""), {256, 256, 256}, {},
     "f32", Match::vendor, 32, "same vendor"},
    {"an unknown vendor", [](Device& device) { device.vendor = "Nobody"; device.vendor_id = 7;
     device.uuid.clear(); }, {256, 256, 256}, {}, "f32", Match::portable, 32, "another gpu"},
    {"no vendor at all", [](Device& device) { device.vendor = ""; device.vendor_id = 0;
     device.uuid.clear(); }, {256, 256, 256}, {}, "f32", Match::portable, 32, "another gpu"},
    {"another type of device", cpu(65536), {256, 256, 256}, {}, "f32", Match::defaults, 32,
     "default config"},
    {"another type with little local memory", cpu(1024), {256, 256, 256}, {}, "f32",
     Match::defaults, 8, "default config"},
    {"a device that says nothing", [](Device& device) { device = {}; }, {256, 256, 256}, {}, "f32",
     Match::defaults, 32, "default config"},
    {"too little local memory for the near one", limits(8192, 1024), {1000, 1024, 1024}, {}, "f32",
     Match::far, 32, "a nearer config was skipped: "},
    {"too small a work-group for the exact one", limits(49152, 16), {256, 256, 256}, {}, "f32",
     Match::far, 16, "a work-group of 64 work-items; the device allows 16"},
    {"nothing fits", limits(16, 1024), {256, 256, 256}, {}, "f32", Match::none, 0,
     "bytes of local memory; the device has 16"},
};
// clang-format on

Settings problem(const Situation& situation) {
    const auto [m, n, k] = situation.sizes;
    Settings all{{"M", m}, {"N", n}, {"K", k}};
    all.insert(all.end(), situation.more.begin(), situation.more.end());
    return all;
}

}  // namespace

TEST_CASE("the ladder answers each situation with the right match and reason") {
    const Folder folder;
    const auto file = folder / "tuned.db";
    {
        Store store(file);
        fill(store);
    }
    Tuned tuned = trusted({file});
    REQUIRE(tuned.skipped().empty());
    for (const Situation& situation : situations) {
        INFO(situation.name);
        Device device = gpu();
        situation.change(device);
        const TunedKernel& kernel =
            tuned.find("product", device, situation.precision, problem(situation));
        INFO(kernel.reason);
        CHECK(text(kernel.match) == text(situation.match));
        CHECK(tile_of(kernel) == situation.tile);
        CHECK_THAT(kernel.reason, Catch::Contains(situation.reason));
        CHECK((kernel.confidence > 0) == static_cast<bool>(kernel));
    }
}

TEST_CASE("what ran on a board fits it, though its driver speaks of less local memory") {
    const Folder folder;
    const auto file = folder / "tuned.db";
    Device modest = gpu();
    modest.local_memory = 16;
    {
        Store store(file);
        tune(store, modest, product(), size(256, 256, 256), 32, 8000);
    }
    Tuned tuned = trusted({file});
    CHECK(tuned.find("product", modest, "f32", cube(256)).match == Match::exact);
    CHECK(tuned.find("product", modest, "f32", cube(200)).match == Match::near);
    modest.local_memory = 8;  // smaller than before: then the report is believed
    CHECK(tuned.find("product", modest, "f32", cube(256)).match == Match::none);
}

TEST_CASE("the ladder of the file is the ladder of the header") {
    Connection connection(":memory:", Access::write);
    Statement rungs(connection, query_text("fallback_levels"));
    int match = 0;
    while (rungs.step()) CHECK(rungs.text(0) == text(static_cast<Match>(match++)));
    CHECK(match == static_cast<int>(Match::none));
}
