// SPDX-License-Identifier: MIT
// Configs whose programs were timed: on synthetic databases of a kernel that reads the number of
// slices of K and the order of tiles at run time.
#include "db/lookup/same_programs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "db/lookup/config_features.hpp"
#include "db/lookup/ranking.hpp"
#include "db/lookup/read_catalog.hpp"
#include "tests/db/sliced_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// The known times of the kernel.
lookup::KernelTimes times_of(const lookup::Catalog& catalog) {
    return {catalog,
            {.version = 0,
             .precision = "f32",
             .devices = {lookup::DeviceSimilarity::driver},
             .uuid = gpu().uuid,
             .compute_units = gpu().compute_units}};
}

std::set<std::string> of_same_programs(const SlicedTimes& sliced) {
    const lookup::Catalog catalog = sliced.catalog();
    const lookup::KernelTimes times = times_of(catalog);
    std::set<std::string> texts;
    for (const lookup::ModelConfig& each : times.configs())
        if (each.program_of) texts.insert(canonical(each.row.config));
    return texts;
}

TunedKernel told(const SlicedTimes& sliced, std::int64_t k) {
    Tuned tuned = trusted({sliced.file});
    return tuned.find("product", gpu(), "f32",
                      {{"M", sliced_width}, {"N", sliced_width}, {"K", k}});
}

}  // namespace

TEST_CASE("a program may be run with other values that were right with another one") {
    SlicedTimes sliced;
    sliced.time_all();
    // One slice is another program; the order does not change the launch, and only one was timed.
    CHECK(of_same_programs(sliced) ==
          std::set<std::string>{sliced_config(64, 8), sliced_config(16, 2)});
}

TEST_CASE("values and programs that were right at one size alone say nothing of others") {
    SlicedTimes sliced;
    const std::string shallow = size(sliced_width, sliced_width, 256);
    sliced.time(shallow, sliced_config(64, 2), 1000);
    sliced.time(shallow, sliced_config(64, 4), 1000);
    sliced.time(shallow, sliced_config(16, 8), 1000, false);
    sliced.time(shallow, sliced_config(32, 2), 1000, false);
    CHECK(of_same_programs(sliced).empty());
}

TEST_CASE("a config that failed anywhere is no other launch of its program") {
    SlicedTimes sliced;
    sliced.time_all();
    REQUIRE(of_same_programs(sliced).contains(sliced_config(64, 8)));
    const Run run = sliced.start(size(sliced_width, sliced_width, 300));
    switch (GENERATE(0, 1, 2)) {
        case 0:
            sliced.check(run, sliced_config(64, 8), Outcome::wrong, "1 of 1,023 is wrong");
            break;
        case 1: {
            Trial bad = wrong(run.id, 1);
            bad.config = sliced_config(64, 8);
            sliced.store.add(bad);
            break;
        }
        default:
            sliced.store.kill(run.id, sliced_config(64, 8), Cause::crash, "crashed");
            break;
    }
    sliced.store.end(run.id, State::finished);
    CHECK(of_same_programs(sliced) == std::set<std::string>{sliced_config(16, 2)});
    CHECK(canonical(told(sliced, 8192).config) != sliced_config(64, 8));
}

TEST_CASE(
    "an application is told a launch of a known program that nobody timed, and only where it is "
    "faster") {
    SlicedTimes sliced;
    sliced.time_all();
    const TunedKernel deep = told(sliced, 8192);
    CHECK(canonical(deep.config) == sliced_config(64, 8));
    CHECK(deep.match != Match::exact);
    CHECK(deep.expected_ns > 0);
    CHECK(deep.build_options.find("-DSLICES=2") != std::string::npos);
    CHECK(deep.reason.find("SLICES=8") != std::string::npos);
    // Tuned problems are answered with the timed config.
    const TunedKernel tuned = told(sliced, 512);
    CHECK(canonical(tuned.config) == sliced_config(64, 4));
    CHECK(tuned.match == Match::exact);
}

TEST_CASE("who rejects a launch of a program is told others, and what was timed among them") {
    SlicedTimes sliced;
    sliced.time_all();
    Tuned tuned = trusted({sliced.file});
    TunedKernel found = tuned.find("product", gpu(), "f32",
                                   {{"M", sliced_width}, {"N", sliced_width}, {"K", 8192}});
    REQUIRE(canonical(found.config) == sliced_config(64, 8));
    std::set<std::string> others;
    for (found = tuned.reject(found); found && found.match != Match::defaults;
         found = tuned.reject(found))
        others.insert(canonical(found.config));
    CHECK(others == std::set<std::string>{sliced_config(64, 4), sliced_config(64, 2),
                                          sliced_config(32, 1), sliced_config(16, 8),
                                          sliced_config(16, 4), sliced_config(16, 2)});
}

TEST_CASE("a config is told that is launched like one that may not run here") {
    SlicedTimes sliced;  // a config runs over its results for every ORDER of K
    replace(sliced.kernel, "{\"ORDER\":1,", "{\"ORDER\":1,\"ORDER\":4,");
    sliced.kernel.recipe +=
        "passes\t\tK ORDER ceil_div\t\n"
        "condition\tno deeper than K\tORDER K <=\t\n";
    for (const std::int64_t k : {256, 512}) {
        sliced.time(size(sliced_width, sliced_width, k), sliced_config(64, 2, 8),
                    static_cast<double>(10 * k));
        sliced.time(size(sliced_width, sliced_width, k), sliced_config(16, 2, 4),
                    static_cast<double>(20 * k));
    }
    Tuned tuned = trusted({sliced.file});
    std::set<std::string> all;
    TunedKernel found =
        tuned.find("product", gpu(), "f32", {{"M", sliced_width}, {"N", sliced_width}, {"K", 4}});
    for (; found && found.match != Match::defaults; found = tuned.reject(found))
        all.insert(canonical(found.config));
    CHECK(all == std::set<std::string>{sliced_config(64, 2, 4), sliced_config(16, 2, 4)});
}

TEST_CASE("a recipe that lists no values says nothing of other launches") {
    SlicedTimes sliced;
    replace(sliced.kernel, "{\"SLICES\":1,\"SLICES\":2,\"SLICES\":4,\"SLICES\":8}", "");
    const std::string without = canonical({{"TILE", std::int64_t{64}}});
    sliced.time(size(sliced_width, sliced_width, 256), without, 1000);
    sliced.time(size(sliced_width, sliced_width, 256), sliced_config(64, 4), 2000);
    CHECK(of_same_programs(sliced).empty());
    CHECK(told(sliced, 8192));
}

TEST_CASE("twins differ in what is read at run time and does not shape the launch") {
    SlicedTimes sliced;
    sliced.time_all();
    const lookup::Catalog catalog = sliced.catalog();
    const lookup::TwinKey key(catalog.versions.at(0).recipe);
    const auto of = [&](std::int64_t tile, std::int64_t slices, std::int64_t order) {
        return key.of(std::vector<Number>{Number(tile), Number(slices), Number(order)});
    };
    CHECK(of(64, 2, 1) == of(64, 2, 8));
    CHECK(of(64, 2, 1) != of(64, 4, 1));
    CHECK(of(64, 2, 1) != of(32, 2, 1));
}

TEST_CASE("configs are twins where their values are the same, not where they are near") {
    lookup::Recipe one_parameter;
    one_parameter.parameters = {"F"};
    const lookup::TwinKey twins(one_parameter);
    const auto of = [&](Number value) { return twins.of(std::vector{value}); };
    CHECK(of(0) == of(0));
    CHECK(of(0) != of(Number::fraction(1, 2)));
    CHECK(of(0) != of(-1));
    CHECK(of(Number::word(7)) != of(Number::word(7 + 9973)));
    CHECK(of(Number::word(1)) != of(1));
}
