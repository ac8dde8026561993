// SPDX-License-Identifier: MIT
// A database with more times than the model uses: the omitted times do not distort the result.
#include "db/lookup/kernel_times.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "db/lookup/ranking.hpp"
#include "db/lookup/read_catalog.hpp"
#include "db/recipe/config_check.hpp"
#include "db/recipe/problem_distance.hpp"
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
    /// The same tiles are the fastest at each size; each next one is a little slower.
    void add_size(std::int64_t n, std::int64_t ta = 0) {
        for (std::int64_t i = 0; i < configs_of_a_size; ++i)
            add(n, ta, 4 * (i + 1), static_cast<double>(n * n * n * (100 + i) + ta) / 1e4);
    }
    /// The expected time of each returned config.
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

std::vector<Number> variables_of(const lookup::KernelTimes& times, std::size_t config,
                                 const lookup::VersionProblem& problem) {
    std::vector<Number> variables = problem.variables;
    std::ranges::copy(times.configs()[config].row.parameters, variables.begin());
    return variables;
}

/// The expected time of each runnable config, the smallest first.
std::multimap<double, std::size_t> all_believed(const lookup::KernelTimes& times,
                                                const lookup::Recipe& recipe,
                                                const lookup::VersionProblem& problem) {
    prediction::TimeModel::ProblemPredictor at(*times.model(), features_of(recipe, problem.point));
    std::multimap<double, std::size_t> all;
    for (std::size_t c = 0; c < times.configs().size(); ++c) {
        const auto variables = variables_of(times, c, problem);
        const auto launch = times.launch_of(recipe, problem.point, variables);
        if (launch && may_run(recipe, variables))
            all.emplace(at.predict(c, *launch, times.peaks()).expected(), c);
    }
    return all;
}

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

TEST_CASE("what is told first is in the order of all that is believed, however doubtful") {
    constexpr std::size_t in_order = 12;
    std::mt19937 random(7);
    ManyTimes many;  // little is known about each config, near or far
    for (std::int64_t tile = 4; tile <= 128; tile += 2) {
        for (const std::string kind : {"fast", "plain"}) {
            const double slowness = 100 + static_cast<double>(random() % 40);
            for (const std::int64_t n : {64, 96, 128, 192, 1024})
                if (random() % 3 == 0)
                    many.add(n, 0, tile, static_cast<double>(n * n * n) * slowness / 1e4, kind);
        }
    }
    const lookup::KernelTimes times(many.catalog, {.version = 0,
                                                   .precision = "f32",
                                                   .devices = {lookup::DeviceSimilarity::board},
                                                   .uuid = {},
                                                   .compute_units = gpu().compute_units});
    REQUIRE(times.model());
    for (const std::int64_t n : {80, 250, 500}) {
        lookup::TimesCache cache;
        const lookup::Rejected none;
        const hone::Query query{"product", gpu(), "f32", cube(n)};
        const lookup::ConfigRanking ranking(many.catalog, query, none, cache);
        const lookup::VersionProblem& problem = ranking.version_problems().at(0);
        const lookup::KernelVersion& kernel = many.catalog.versions[0];
        const auto believed = all_believed(times, kernel.recipe, problem);
        REQUIRE(believed.size() > 3 * in_order);
        const auto runnable = [&](std::size_t looked_at) {
            auto all =
                times.expected_times(kernel.recipe, problem.point, problem.variables, looked_at);
            std::erase_if(all, [&](const auto& each) {
                return !may_run(kernel.recipe, variables_of(times, each.config, problem));
            });
            return all;
        };
        const auto told = runnable(times.configs().size());
        auto next = believed.begin();
        for (std::size_t i = 0; i < in_order; ++i, ++next) {
            CAPTURE(n, i);
            CHECK(told.at(i).config == next->second);
            CHECK(told.at(i).expected == next->first);
        }
        CHECK(runnable(48).front().config == told.front().config);
    }
}
