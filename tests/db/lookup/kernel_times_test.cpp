// SPDX-License-Identifier: MIT
// A database that holds more times than the model takes: what is left out misleads nobody.
#include "db/lookup/kernel_times.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "db/lookup/ranking.hpp"
#include "db/lookup/read_catalog.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

constexpr std::int64_t configs_of_a_size = 32;

/// One kernel of one device, with times for many sizes.
struct ManyTimes {
    const Folder folder;
    lookup::Catalog catalog;
    lookup::StoredTiming sample;

    ManyTimes() {
        const std::filesystem::path file = folder / "a.db";
        Store store(file);
        tune(store, gpu(), product(), size(64, 64, 64), 4);
        catalog = lookup::read_catalog({file}, lookup::Trust::stored);
        REQUIRE(catalog.timings.size() == 1);
        sample = catalog.timings.front();
        catalog.timings.clear();
    }

    static std::string config(std::int64_t tile, const std::string& kind = "fast") {
        return "TILE=" + std::to_string(tile) + " KIND=" + kind;
    }
    void add(std::int64_t n, std::int64_t ta, std::int64_t tile, double ns,
             const std::string& kind = "fast") {
        sample.problem = size(n, n, n, ta);
        sample.config = canonical({{"TILE", tile}, {"KIND", kind}});
        sample.ns = ns;
        sample.right_elsewhere = true;
        catalog.timings.push_back(sample);
    }
    /// The same tiles are the fastest at each size, the others a little slower than the one before.
    void add_size(std::int64_t n, std::int64_t ta = 0) {
        for (std::int64_t i = 0; i < configs_of_a_size; ++i)
            add(n, ta, 4 * (i + 1), static_cast<double>(n * n * n * (100 + i) + ta) / 1e4);
    }
    /// What each config that is told is expected to take.
    std::map<std::string, double> told(std::int64_t n) const {
        lookup::TimesCache times;
        const lookup::Rejected none;
        const hone::Query query{"product", gpu(), "f32", cube(n)};
        const lookup::ConfigRanking ranking(catalog, query, none, times);
        std::map<std::string, double> all;
        for (const auto& each : ranking.estimated(lookup::DeviceSimilarity::board))
            all.emplace(each.row->config_text, each.expected_ns);
        return all;
    }
};

}  // namespace

TEST_CASE("a config of which the model learned nothing is not told") {
    constexpr std::int64_t slow = 1024;
    ManyTimes many;
    many.add(128, 0, slow, 1e6);
    many.add_size(128);
    CHECK(many.told(129).contains(ManyTimes::config(slow)));
    for (std::int64_t n = 132; n <= 256; n += 4) many.add_size(n);
    const auto told = many.told(129);
    CHECK(told.contains(ManyTimes::config(4)));
    CHECK_FALSE(told.contains(ManyTimes::config(slow)));
}

TEST_CASE("slow times of a config that is the fastest elsewhere are learned with its fast ones") {
    ManyTimes many;  // tiles of 16, plain: the fastest at one size, far behind at all others
    for (std::int64_t n = 128; n <= 256; n += 4) {
        many.add_size(n);
        many.add(n, 0, 16, static_cast<double>(n * n * n) * (n == 128 ? 90 : 400) / 1e4, "plain");
    }
    const auto told = many.told(250);
    CHECK(told.at(ManyTimes::config(16, "plain")) > 2 * told.at(ManyTimes::config(16)));
}

TEST_CASE("sizes whose layouts were timed as well leave room for those of one layout") {
    constexpr std::int64_t second = 1024;  // second at a size of one layout, and timed nowhere else
    ManyTimes many;
    for (std::int64_t n = 128; n < 256; n += 4)
        for (const std::int64_t ta : {0, 1}) many.add_size(n, ta);
    many.add(512, 0, 4, 1e6);
    many.add(512, 0, second, 1.01e6);
    CHECK(many.told(500).contains(ManyTimes::config(second)));
}
