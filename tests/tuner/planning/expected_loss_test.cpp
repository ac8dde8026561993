// SPDX-License-Identifier: MIT
// Applications' expected loss at problems that were not tuned, on synthetic databases: small if one
// config is by far the best, large if configs trade places or nothing is near.
#include "tuner/planning/expected_loss.hpp"

#include <catch2/catch.hpp>

#include "db/lookup/read_catalog.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// The loss at a cube, for the routine by default.
std::optional<double> loss_at(const std::filesystem::path& file, std::int64_t n,
                              const Device& device = gpu(), const std::string& what = "product") {
    const lookup::Catalog catalog = lookup::read_catalog({file}, lookup::Trust::stored);
    lookup::TimesCache times;
    const auto loss = expected_loss(catalog, {what, device, "f32", cube(n)}, times);
    return loss ? std::optional(loss->among_known) : std::nullopt;
}

/// Two tiles on several cubes: `factor` is the second one's slowdown at a size.
template <class Factor>
void tune_two_tiles(Store& store, std::initializer_list<std::int64_t> cubes, Factor factor) {
    for (const std::int64_t n : cubes) {
        const std::int64_t work = n * n * n / 1000;
        tune(store, gpu(), product(), size(n, n, n), 32, work);
        tune(store, gpu(), product(), size(n, n, n), 16,
             static_cast<std::int64_t>(factor(n) * static_cast<double>(work)));
    }
}

}  // namespace

TEST_CASE("where nothing was measured no loss is told, nor where there is one config alone") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    CHECK_FALSE(loss_at(file, 256));
    tune(store, gpu(), product(), size(256, 256, 256), 32);
    CHECK_FALSE(loss_at(file, 300));
    tune(store, gpu(), product(), size(256, 256, 256), 16, 1200);
    CHECK(loss_at(file, 300));
    Device other = gpu();
    other.name = "Other Works 7";
    other.vendor_id = 7;
    other.uuid.clear();
    CHECK_FALSE(loss_at(file, 300, other));
    CHECK_FALSE(loss_at(file, 300, gpu(), "reduction"));
}

TEST_CASE("near to what was tuned less is lost than far from it") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    tune_two_tiles(store, {256, 320, 384}, [](std::int64_t) { return 1.3; });
    CHECK(*loss_at(file, 300) < 0.5 * *loss_at(file, 3000));
    const double before = *loss_at(file, 3000);
    tune_two_tiles(store, {2600, 3400}, [](std::int64_t) { return 1.3; });
    CHECK(*loss_at(file, 3000) < 0.5 * before);
}

TEST_CASE("where one config is far the best less is lost than where two change places") {
    const Folder folder;
    {
        Store sure(folder / "sure.db");
        tune_two_tiles(sure, {128, 256, 1024, 2048}, [](std::int64_t) { return 5; });
        Store unsure(folder / "unsure.db");
        tune_two_tiles(unsure, {128, 256, 1024, 2048},
                       [](std::int64_t n) { return n < 512 ? 0.7 : 1.5; });
    }
    CHECK(*loss_at(folder / "sure.db", 512) < 0.01);
    CHECK(*loss_at(folder / "unsure.db", 512) > 3 * *loss_at(folder / "sure.db", 512));
}

TEST_CASE("a second kernel that may be faster is part of the loss, one that is far slower is not") {
    Kernel rival = product("kernel void product() {} // strips");
    rival.name = "product_strip";
    const auto loss_beside = [&](std::int64_t slower) {
        const Folder folder;
        Store store(folder / "a.db");
        tune_two_tiles(store, {256, 512, 1024}, [](std::int64_t) { return 2; });
        for (const std::int64_t n : {256, 512, 1024})
            tune(store, gpu(), rival, size(n, n, n), 32, slower * n * n * n / 1000 + 10);
        return *loss_at(folder / "a.db", 760);
    };
    CHECK(loss_beside(20) < 0.01);
    CHECK(loss_beside(1) > 0.02);
}

TEST_CASE("advice that no known config follows at a size is a loss there") {
    const Folder folder;
    Kernel advised = product();
    advised.recipe += "advice\tlarge tiles on large sizes\tM 1000 < 32 TILE <= ||\t\n";
    {
        Store store(folder / "a.db");
        for (const std::int64_t n : {256, 512}) {
            tune(store, gpu(), advised, size(n, n, n), 16, n * n * n / 1000);
            tune(store, gpu(), advised, size(n, n, n), 8, n * n * n / 500);
        }
    }
    const auto advice_at = [&](std::int64_t n) {
        const auto catalog = lookup::read_catalog({folder / "a.db"}, lookup::Trust::stored);
        lookup::TimesCache times;
        return expected_loss(catalog, {"product", gpu(), "f32", cube(n)}, times)->advice;
    };
    CHECK(advice_at(400) == 0);
    CHECK(advice_at(1600) > 0.1);
    Store store(folder / "a.db");
    tune(store, gpu(), advised, size(512, 512, 512), 32, 512 * 512 * 512 / 1100);
    CHECK(advice_at(1600) == 0);
}

TEST_CASE("the fewer configs were tried, the more a longer search would find") {
    const auto not_found_after = [](std::int64_t configs) {
        const Folder folder;
        Store store(folder / "a.db");
        for (std::int64_t tile = 0; tile < configs; ++tile)
            tune(store, gpu(), product(), size(256, 256, 256), 8 + tile, 1000 + tile);
        const auto catalog = lookup::read_catalog({folder / "a.db"}, lookup::Trust::stored);
        lookup::TimesCache times;
        return expected_loss(catalog, {"product", gpu(), "f32", cube(256)}, times)->not_found;
    };
    CHECK(not_found_after(2) == 1);
    CHECK(not_found_after(30) < 0.2);
    CHECK(not_found_after(30) < 0.5 * not_found_after(10));
}

TEST_CASE("the same question has the same answer") {
    const Folder folder;
    Store store(folder / "a.db");
    tune_two_tiles(store, {256, 1024}, [](std::int64_t) { return 1.1; });
    CHECK(loss_at(folder / "a.db", 700) == loss_at(folder / "a.db", 700));
}
