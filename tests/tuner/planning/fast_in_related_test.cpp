// SPDX-License-Identifier: MIT
// What is fast in a related precision is timed in the problem's own, and nothing else is: on
// synthetic databases of two kernels with tiles.
#include "tuner/planning/fast_in_related.hpp"

#include <catch2/catch.hpp>

#include "tests/db/tuned_samples.hpp"
#include "tuner/planning/loss_estimate.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

struct TimedPrecisions {
    const Folder folder;
    Store store{folder / "a.db"};
    const Kernel tile = with_related_precision(product());
    const Kernel other = [this] {
        Kernel kernel = tile;
        kernel.name = "product_other";
        return kernel;
    }();

    void time(const Kernel& kernel, const std::string& precision, std::int64_t n, std::int64_t side,
              std::int64_t ns) {
        tune(store, gpu(), kernel, size(n, n, n), side, ns, precision);
    }
    /// What is to be timed in f32, as KERNEL TILE.
    std::vector<std::string> untimed(std::int64_t n) {
        const Problem problem{
            "product", "f32", {{"M", Number(n)}, {"N", Number(n)}, {"K", Number(n)}}};
        std::vector<std::string> all;
        for (const StoredConfig& each : LossEstimate(store).untimed("product", gpu(), problem))
            all.push_back(
                each.kernel + " " +
                std::to_string(std::get<std::int64_t>(settings_of(each.config)[0].second)));
        return all;
    }
};

}  // namespace

TEST_CASE("what is fast in a related precision is timed first, what is slow there is not") {
    TimedPrecisions timed;
    timed.time(timed.tile, "f32", 256, 16, 100'000);
    CHECK(timed.untimed(256).empty());
    timed.time(timed.tile, "i32", 256, 16, 100'000);
    timed.time(timed.tile, "i32", 256, 64, 50'000);
    timed.time(timed.tile, "i32", 256, 32, 90'000);
    CHECK(timed.untimed(256) == std::vector<std::string>{"product_tile 64"});
    timed.time(timed.tile, "f32", 256, 64, 300'000);  // it is slow here
    CHECK(timed.untimed(256).empty());
}

TEST_CASE("an unrelated precision proposes nothing") {
    TimedPrecisions timed;
    timed.time(timed.tile, "f32", 256, 16, 100'000);
    timed.time(timed.tile, "f64", 256, 64, 50'000);
    CHECK(timed.untimed(256).empty());
}

TEST_CASE("of two kernels only the one that is fast in the related precision is proposed") {
    TimedPrecisions timed;
    for (const Kernel& kernel : {timed.tile, timed.other})
        timed.time(kernel, "f32", 256, 16, 100'000);
    timed.time(timed.tile, "i32", 256, 64, 80'000);
    timed.time(timed.other, "i32", 256, 32, 40'000);
    CHECK(timed.untimed(256) == std::vector<std::string>{"product_other 32"});
}

TEST_CASE("a config that cannot run in the precision is not proposed") {
    TimedPrecisions timed;
    timed.time(timed.tile, "f32", 256, 16, 100'000);
    timed.time(timed.tile, "i32", 256, 256, 50'000);  // the kernel's tiles have at most 128 rows
    timed.time(timed.tile, "i32", 256, 64, 51'000);
    CHECK(timed.untimed(256) == std::vector<std::string>{"product_tile 64"});
}

TEST_CASE("at most three configs are taken from related precisions") {
    TimedPrecisions timed;
    timed.time(timed.tile, "f32", 256, 16, 100'000);
    for (std::int64_t side = 20; side <= 60; side += 4)
        timed.time(timed.tile, "i32", 256, side, 50'000 + side);
    CHECK(timed.untimed(256) ==
          std::vector<std::string>{"product_tile 20", "product_tile 24", "product_tile 28"});
}
