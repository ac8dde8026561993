// SPDX-License-Identifier: MIT
// The configs worth timing for a problem: on synthetic databases of a kernel with tiles.
#include "tuner/planning/untimed_configs.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "db/lookup/ranking.hpp"
#include "db/lookup/read_catalog.hpp"
#include "tests/db/sliced_samples.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// The kernel of the samples, with the values of its parameters.
Kernel with_values() {
    Kernel kernel = product();
    const auto list = [&](const std::string& name, const std::string& choices) {
        const std::string line = "parameter\t" + name + "\t";
        kernel.recipe.insert(kernel.recipe.find(line) + line.size(), choices);
    };
    std::string tiles;
    for (int tile = 4; tile <= 256; tile += 4)
        tiles += (tiles.empty() ? "{\"TILE\":" : ",\"TILE\":") + std::to_string(tile);
    list("TILE", tiles + "}");
    list("KIND", R"({"KIND":"plain","KIND":"fast"})");
    return kernel;
}

struct Timed {
    const Folder folder;
    const std::filesystem::path file = folder / "a.db";
    Store store{file};
    const Kernel kernel = with_values();

    /// This many tiles; the larger ones are faster.
    void tune_tiles(std::int64_t n, std::initializer_list<std::int64_t> tiles) {
        tune_tiles(kernel, n, tiles, 10);
    }
    void tune_tiles(const Kernel& of, std::int64_t n, std::initializer_list<std::int64_t> tiles,
                    std::int64_t speed) {
        for (const std::int64_t tile : tiles)
            tune(store, gpu(), of, size(n, n, n), tile, n * n * n / (speed * tile));
    }

    std::vector<UntimedConfig> untimed(std::int64_t n, std::size_t most = 12) const {
        const lookup::Catalog catalog = lookup::read_catalog({file}, lookup::Trust::stored);
        lookup::TimesCache times;
        const lookup::Rejected none;
        const hone::Query query{"product", gpu(), "f32", cube(n)};
        return untimed_configs(lookup::ConfigRanking(catalog, query, none, times), most);
    }
};

std::set<std::string> texts(const std::vector<UntimedConfig>& configs) {
    std::set<std::string> all;
    for (const auto& each : configs) all.insert(canonical(each.config));
    return all;
}

std::string tile_config(std::int64_t tile, const std::string& kind = "fast") {
    return canonical({{"TILE", tile}, {"KIND", kind}});
}

}  // namespace

TEST_CASE("where nothing was measured nothing is worth timing") {
    const Timed timed;
    CHECK(timed.untimed(256).empty());
}

TEST_CASE("at a size that nobody tuned, what is known is worth timing, and its neighbors are") {
    Timed timed;
    for (const std::int64_t n : {256, 320, 384}) timed.tune_tiles(n, {16, 32, 64});
    const auto found = timed.untimed(300);
    CHECK(texts(found).contains(tile_config(64)));
    const auto is_neighbor = [](const std::string& text) {
        return text != tile_config(16) && text != tile_config(32) && text != tile_config(64);
    };
    CHECK(std::ranges::any_of(texts(found), is_neighbor));
    CHECK(texts(found).size() == found.size());
    CHECK(found.size() <= 12);
    CHECK(timed.untimed(300, 2).size() == 2);
    for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i - 1].reached <= found[i].reached);
}

TEST_CASE("kernels of a routine share what is timed, and the faster one has most of it") {
    Timed timed;
    Kernel slower = timed.kernel;
    slower.name = "product_slower";
    for (const std::int64_t n : {256, 320, 384}) {
        timed.tune_tiles(n, {16, 32, 64});
        timed.tune_tiles(slower, n, {16, 32, 64}, 7);
    }
    const auto found = timed.untimed(300, 8);
    CHECK(found.size() == 8);
    std::map<std::size_t, int> of_version;
    for (const auto& each : found) ++of_version[each.version];
    const auto faster = found.front().version;
    CHECK(of_version[faster] > 8 - of_version[faster]);
}

TEST_CASE("a neighbor that cannot run is not worth timing") {
    Timed timed;
    for (const std::int64_t n : {512, 640}) timed.tune_tiles(n, {116, 120, 124, 128});
    const auto found = timed.untimed(600, 64);
    REQUIRE_FALSE(found.empty());
    for (const auto& each : found) {
        const auto tile = std::get<std::int64_t>(each.config.front().second);
        CHECK(tile <= 128);  // by the kernel's condition
        CHECK(tile >= 8);
    }
}

TEST_CASE("where a search was, it has looked at neighbors itself") {
    Timed timed;
    const std::initializer_list<std::int64_t> many{8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52};
    timed.tune_tiles(2048, many);
    timed.tune_tiles(2560, {44, 48, 52, 64});
    CHECK(texts(timed.untimed(2048)) == std::set{tile_config(64)});
    CHECK(timed.untimed(2560).size() > 2);
}

TEST_CASE("of twins one is worth timing, and none where one was timed") {
    SlicedTimes sliced;
    for (const std::int64_t k : {256, 1024})
        for (const std::int64_t order : {1, 8})
            sliced.time(size(sliced_width, sliced_width, k), sliced_config(64, 2, order),
                        static_cast<double>(100 * k));
    sliced.time(size(sliced_width, sliced_width, 512), sliced_config(64, 2, 1), 51200);
    const lookup::Catalog catalog = sliced.catalog();
    const auto untimed = [&](std::int64_t k) {
        lookup::TimesCache times;
        const lookup::Rejected none;
        const hone::Query query{
            "product", gpu(), "f32", {{"M", sliced_width}, {"N", sliced_width}, {"K", k}}};
        const auto found = untimed_configs(lookup::ConfigRanking(catalog, query, none, times), 64);
        return std::ranges::count_if(found, [](const UntimedConfig& each) {
            const std::string text = canonical(each.config);
            return text == sliced_config(64, 2, 1) || text == sliced_config(64, 2, 8);
        });
    };
    CHECK(untimed(700) == 1);
    CHECK(untimed(512) == 0);
}
