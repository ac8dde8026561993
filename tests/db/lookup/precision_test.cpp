// SPDX-License-Identifier: MIT
// gemm_mma's results in f32 were computed with three products of tf32. Results from any version of
// hone are returned for tf32x3, and never for f32.
#include <catch2/catch.hpp>

#include "db/lookup/tuned.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/older_schema.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

Kernel gemm_mma() {
    Kernel kernel = product();
    kernel.name = "gemm_mma";
    return kernel;
}

/// In f32 gemm_mma is fast, and another kernel slow; in f64 only gemm_mma was tuned. A cover too.
void fill_both(const fs::path& file) {
    Store store(file);
    tune(store, gpu(), gemm_mma(), size(256, 256, 256), 16, 1000);
    tune(store, gpu(), gemm_mma(), size(256, 256, 256), 64, 3000, "f64");
    tune(store, gpu(), product(), size(256, 256, 256), 32, 2000);
    store.set_cover("product",
                    {{.device = id_of(gpu()),
                      .kernel = id_of(gemm_mma()),
                      .precision = "f32",
                      .config = canonical({{"TILE", std::int64_t{16}}, {"KIND", "fast"}}),
                      .problem = size(128, 128, 128),
                      .median_ns = 500,
                      .best_ns = 500}});
}

void check_answers(const fs::path& file) {
    Tuned tuned = trusted({file});
    for (const std::int64_t n : {64, 128, 256, 4096}) {
        INFO(n);
        const TunedKernel exact = tuned.find("product", gpu(), "f32", cube(n));
        CHECK(exact.kernel == "product_tile");
        CHECK(tile_of(exact) == 32);
        const TunedKernel three = tuned.find("product", gpu(), "tf32x3", cube(n));
        CHECK(three.kernel == "gemm_mma");
        CHECK(tile_of(three) == 16);
        CHECK_THAT(three.build_options,
                   Catch::StartsWith("-DREAL=float -DF32"));  // as it was built
        CHECK(tile_of(tuned.find("gemm_mma", gpu(), "f64", cube(n))) == 64);
    }
    CHECK(tuned.find("product", gpu(), "tf32x3", cube(256)).match == Match::exact);
    CHECK(tuned.find("gemm_mma", gpu(), "f32", cube(256)).match == Match::none);
}

/// The precisions of the runs of gemm_mma; also checks that the whole file is intact.
void check_rows(Store& store) {
    std::vector<std::string> precisions;
    for (const Run& run : store.runs())
        if (run.key.kernel == id_of(gemm_mma())) precisions.push_back(run.key.precision);
    std::ranges::sort(precisions);
    CHECK(precisions == std::vector<std::string>{"f64", "tf32x3"});
    CHECK(store.bests({.device = "", .kernel = "gemm_mma", .routine = "", .precision = "f32"})
              .empty());
    CHECK(store.bests({.device = "", .kernel = "gemm_mma", .routine = "", .precision = "tf32x3"})
              .size() == 1);
    CHECK(faults(store).empty());
}

}  // namespace

TEST_CASE("three products of tf32 are never told for f32") {
    const Folder folder;
    fill_both(folder / "a.db");
    SECTION("as an altered file may say it") {
        check_answers(folder / "a.db");
    }
    SECTION("as schema 4 stored it") {
        make_version_4(folder / "a.db");
        check_answers(folder / "a.db");
    }
    SECTION("once it was migrated") {
        make_version_4(folder / "a.db");
        Store(folder / "a.db");
        check_answers(folder / "a.db");
    }
}

TEST_CASE("what gemm_mma stored in f32 is kept as tf32x3, and its ids and seals are sound") {
    const Folder folder;
    fill_both(folder / "a.db");
    make_version_4(folder / "a.db");
    {
        Store reader(folder / "a.db", Access::read);
        check_rows(reader);
    }
    Store merged(folder / "merged.db");
    merge(merged, folder / "a.db");
    check_rows(merged);
    Store store(folder / "a.db");
    check_rows(store);
    CHECK(store.covers().at(0).precision == "tf32x3");
}

TEST_CASE("a run whose precision was changed is named") {
    const Folder folder;
    Store store(folder / "a.db");
    tune(store, gpu(), product(), size(256, 256, 256), 32, 2000);
    store.connection().run("UPDATE run SET precision = 'tf32x3'");
    CHECK_FALSE(faults(store).empty());
}

TEST_CASE("recorded results of gemm_mma in f32 answer for tf32x3 alone") {
    const Folder folder;
    fs::copy_file(recorded_version_4(), folder / "a.db");
    std::size_t kept = 0;
    Store store(folder / "a.db", Access::read);
    const auto devices = store.devices();
    Tuned tuned = trusted({folder / "a.db"});
    for (const Best& best : store.bests()) {
        const Settings problem = settings_of(best.key.problem);
        const Device& device = devices.at(best.key.device);
        CHECK(tuned.find("gemm", device, "f32", problem).kernel != "gemm_mma");
        if (best.kernel != "gemm_mma") continue;
        ++kept;
        CHECK(best.key.precision == "tf32x3");
        CHECK(tuned.find("gemm_mma", device, "tf32x3", problem, Rewriting::yes).match ==
              Match::exact);
    }
    CHECK(kept > 0);
}
