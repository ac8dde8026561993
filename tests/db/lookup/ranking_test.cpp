// SPDX-License-Identifier: MIT
// The kernels of a routine that are far behind at a problem: on synthetic databases of two kernels.
#include "db/lookup/ranking.hpp"

#include <catch2/catch.hpp>

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
    for (const std::size_t version : ranking.far_behind(lookup::DeviceSimilarity::board, 2))
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
