// SPDX-License-Identifier: MIT
// The configs that may be the fastest, and the kernels of a routine that are far behind at a problem: on
// synthetic databases of two kernels.
#include "tuner/planning/likely_bests.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "db/lookup/read_catalog.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

Kernel other_product() {
    Kernel kernel = product("kernel void product() { /* another one */ }");
    kernel.name = "product_other";
    return kernel;
}

/// Two kernels, the second one slower by this factor.
void tune_both(Store& store, std::initializer_list<std::int64_t> cubes, double slower) {
    for (const std::int64_t n : cubes)
        for (const std::int64_t tile : {16, 32}) {
            const std::int64_t work = n * n * n / (tile * 20);
            tune(store, gpu(), product(), size(n, n, n), tile, work);
            tune(store, gpu(), other_product(), size(n, n, n), tile,
                 static_cast<std::int64_t>(slower * static_cast<double>(work)));
        }
}

std::vector<std::string> far_behind(const std::filesystem::path& file, std::int64_t n,
                                    const std::string& what = "product") {
    const lookup::Catalog catalog = lookup::read_catalog({file}, lookup::Trust::stored);
    lookup::TimesCache times;
    const lookup::Rejected none;
    const hone::Query query{what, gpu(), "f32", cube(n)};
    const lookup::ConfigRanking ranking(catalog, query, none, times);
    std::vector<std::string> names;
    for (const std::size_t version : hone::far_behind(ranking, 2))
        names.push_back(catalog.versions[version].name);
    return names;
}

using Kernels = std::vector<std::string>;

}  // namespace

TEST_CASE("a kernel is far behind that took many times as long at several problems") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    CHECK(far_behind(file, 300).empty());
    tune_both(store, {256, 384}, 8);
    CHECK(far_behind(file, 300).empty());  // two sizes are too few
    tune_both(store, {320}, 8);
    CHECK(far_behind(file, 300) == Kernels{"product_other"});
    CHECK(far_behind(file, 320) == Kernels{"product_other"});
    CHECK(far_behind(file, 300, "product_other").empty());  // it is all that is asked for
}

TEST_CASE("a kernel that is far slower is far behind however little was measured") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    tune_both(store, {256, 320, 384}, 10);
    CHECK(far_behind(file, 300) == Kernels{"product_other"});
    CHECK(far_behind(file, 1024) == Kernels{"product_other"});
    CHECK(far_behind(file, 2048) == Kernels{"product_other"});
}

TEST_CASE("a kernel that is a little slower is not far behind, nor is it where it wins") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    tune_both(store, {256, 320, 384}, 1.5);
    CHECK(far_behind(file, 300).empty());
    tune_both(store, {2048, 2560, 3072}, 0.1);
    CHECK(far_behind(file, 2600) == Kernels{"product_tile"});
    CHECK(far_behind(file, 300).empty());
}

TEST_CASE("of each kernel the configs are known that may be the fastest, the answer first") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    tune_both(store, {256, 320, 384}, 2);
    const lookup::Catalog catalog = lookup::read_catalog({file}, lookup::Trust::stored);
    lookup::TimesCache times;
    const lookup::Rejected none;
    const hone::Query query{"product", gpu(), "f32", cube(300)};
    const lookup::ConfigRanking ranking(catalog, query, none, times);
    const auto answers = ranking.estimated(lookup::DeviceSimilarity::board);
    const std::vector<LikelyBests> kernels = likely_bests(ranking, 12);
    REQUIRE(kernels.size() == 2);
    for (const LikelyBests& kernel : kernels) {
        CHECK(kernel.configs.size() == 2);
        CHECK(kernel.timed == 2);
        CHECK(std::ranges::is_sorted(kernel.expected));
        CHECK(kernel.times.means.size() == 2);
    }
    CHECK(likely_bests(ranking, 1).at(0).configs.size() == 1);
    CHECK(expected_fastest(ranking) == Approx(std::log2(answers.at(0).expected_ns)));
    const double first = std::min(kernels[0].expected[0], kernels[1].expected[0]);
    CHECK(first == Approx(expected_fastest(ranking)));
}
