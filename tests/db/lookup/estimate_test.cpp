// SPDX-License-Identifier: MIT
// Answers for problems that were not tuned, on synthetic databases of several kernels: they use all
// measurements, and improve with more of them.
#include <catch2/catch.hpp>
#include <random>

#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

Kernel kernel_named(const std::string& name) {
    Kernel kernel = product("kernel void product() {} // " + name);
    kernel.name = name;
    return kernel;
}

const std::vector<std::string> kernel_names{"product_tile", "product_strip"};

/// One measurement.
struct MeasuredOnce {
    std::size_t kernel;
    std::int64_t tile;
    std::array<std::int64_t, 3> size;
    std::int64_t ns;
};

/// Each kernel and each tile has its own speed, which changes with the size.
std::vector<MeasuredOnce> draw_measured(std::mt19937& random, std::size_t count) {
    const auto below = [&](std::int64_t n) {
        return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random);
    };
    std::vector<MeasuredOnce> all;
    while (all.size() < count) {
        MeasuredOnce known{static_cast<std::size_t>(below(2)), 8 << below(5), {}, 0};
        double work = 2;
        for (std::int64_t& extent : known.size) {
            extent = (32 << below(6)) + below(2);
            work *= static_cast<double>(extent);
        }
        const double speed =
            50 + static_cast<double>(known.tile * below(30)) + (known.kernel == 0 ? 100 : 0);
        known.ns = 2000 + static_cast<std::int64_t>(work / speed);
        all.push_back(known);
    }
    return all;
}

void store_measured(Store& store, const MeasuredOnce& known) {
    const auto [m, n, k] = known.size;
    tune(store, gpu(), kernel_named(kernel_names[known.kernel]), size(m, n, k), known.tile,
         known.ns);
}

Settings untuned_problem(std::int64_t m, std::int64_t n, std::int64_t k) {
    return {{"M", m}, {"N", n}, {"K", k}};
}

const std::vector<Settings> untuned{untuned_problem(100, 100, 100), untuned_problem(700, 700, 700),
                                    untuned_problem(2000, 48, 500), untuned_problem(301, 77, 1000),
                                    untuned_problem(40, 3000, 40)};

/// The expected time of a kernel's config, found by rejecting all earlier answers.
double expected_ns_of(const std::filesystem::path& file, const TunedKernel& config,
                      const Settings& problem) {
    Tuned tuned = trusted({file});
    TunedKernel told = tuned.find("product", gpu(), "f32", problem);
    while (told.kernel != config.kernel || told.config != config.config) {
        REQUIRE(told.expected_ns > 0);
        told = tuned.reject(told);
    }
    return told.expected_ns;
}

}  // namespace

TEST_CASE("after one more measurement no answer is expected to take longer than the one before") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    std::mt19937 random(3);
    std::vector<TunedKernel> before(untuned.size());
    int changed = 0;
    for (const MeasuredOnce& known : draw_measured(random, 30)) {
        store_measured(store, known);
        Tuned tuned = trusted({file});
        for (std::size_t i = 0; i < untuned.size(); ++i) {
            const TunedKernel& told = tuned.find("product", gpu(), "f32", untuned[i]);
            REQUIRE(told.expected_ns > 0);
            if (before[i] && before[i].config != told.config) {
                INFO(joined(untuned[i]) << ": " << told.reason);
                CHECK(told.expected_ns <= expected_ns_of(file, before[i], untuned[i]));
                ++changed;
            }
            before[i] = told;
        }
    }
    CHECK(changed > 5);
}

TEST_CASE("a routine is never answered slower than one of its kernels") {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Folder folder;
        {
            Store store(folder / "a.db");
            std::mt19937 random(seed);
            for (const MeasuredOnce& known : draw_measured(random, 24))
                store_measured(store, known);
        }
        Tuned tuned = trusted({folder / "a.db"});
        for (const Settings& problem : untuned) {
            const double told = tuned.find("product", gpu(), "f32", problem).expected_ns;
            double best = 1e99;
            for (const std::string& name : kernel_names)
                best = std::min(best, tuned.find(name, gpu(), "f32", problem).expected_ns);
            CHECK(told == Approx(best));
        }
    }
}

TEST_CASE("what was tried and was slow counts as much as what was the best") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        for (const std::int64_t n : {128, 256, 512, 1024, 2048}) {
            const std::int64_t work = n * n * n / 1000;
            tune(store, gpu(), product(), size(n, n, n), 16, n < 500 ? work : 3 * work);
            tune(store, gpu(), product(), size(n, n, n), 32, n < 500 ? 3 * work : work);
        }
    }
    Tuned tuned = trusted({folder / "a.db"});
    for (const std::int64_t n : {120, 160, 200, 240})
        CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(n))) == 16);
    for (const std::int64_t n : {640, 800, 1500, 1900, 3000})
        CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(n))) == 32);
}

TEST_CASE("a transposed problem borrows from the same size in another layout") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(512, 512, 512), 64, 20000);
        tune(store, gpu(), product(), size(512, 512, 512), 16, 90000);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const Settings transposed{{"M", 512}, {"N", 512}, {"K", 512}, {"TA", 1}};
    const TunedKernel& told = tuned.find("product", gpu(), "f32", transposed);
    CHECK(told.match == Match::near);
    CHECK(tile_of(told) == 64);
    CHECK_THAT(told.build_options, Catch::Contains("-DTA=1"));
}

TEST_CASE("another reduction of the same elements is borrowed from, as far as it is legal") {
    for (const bool only_sums : {false, true}) {
        const Folder folder;
        const std::string part = "problem\tpart\t{\"part\":\"whole\"}";
        {
            Kernel kernel = product();
            kernel.recipe.replace(kernel.recipe.find(part), part.size(),
                                  "problem\toperation\t{\"operation\":\"sum\"}");
            if (only_sums)
                kernel.recipe +=
                    "condition\tlarge tiles are for sums\tTILE 32 <= operation "
                    "'sum' == ||\t\n";
            Store store(folder / "a.db");
            tune(store, gpu(), kernel, size(512, 512, 512), 64, 20000);
            tune(store, gpu(), kernel, size(512, 512, 512), 16, 90000);
        }
        Tuned tuned = trusted({folder / "a.db"});
        Settings maximum = cube(512);
        maximum.emplace_back("operation", "max");
        const TunedKernel told = tuned.find("product", gpu(), "f32", maximum);
        CHECK(told.match == Match::far);
        CHECK(tile_of(told) == (only_sums ? 16 : 64));
        CHECK_THAT(told.build_options, Catch::Contains("-DOPERATION=MAX"));
        CHECK_THAT(told.reason, Catch::Contains("operation=sum, 5.0 doublings away"));
        CHECK(tuned.find("product", gpu(), "f32", cube(512)).match == Match::exact);
        Settings unknown = cube(512);
        unknown.emplace_back("operation", "upper");
        CHECK(tuned.find("product", gpu(), "f32", unknown).match == Match::defaults);
    }
}

TEST_CASE("a config that does not follow advice is told, one that is not legal is not") {
    for (const std::string kind : {"advice", "condition"}) {
        const Folder folder;
        {
            Kernel kernel = product();
            kernel.recipe += kind + "\ta large tile only on large sizes\tTILE M <=\t\n";
            Store store(folder / "a.db");
            tune(store, gpu(), kernel, size(256, 256, 256), 128, 20000);
        }
        Tuned tuned = trusted({folder / "a.db"});
        CHECK(tuned.find("product", gpu(), "f32", cube(250)).match == Match::near);
        CHECK(tuned.find("product", gpu(), "f32", cube(110)).match ==
              (kind == "advice" ? Match::near : Match::defaults));
    }
}

TEST_CASE("what was measured against advice is not taken to be still slower beside it") {
    const auto expected_ns = [](const std::string& more_of_recipe) {
        const Folder folder;
        {
            Kernel kernel = product();
            kernel.recipe += more_of_recipe;
            Store store(folder / "a.db");
            for (const std::int64_t n : {96, 112, 120})
                tune(store, gpu(), kernel, size(n, n, n), 128, n * n * n / 100);
        }
        return trusted({folder / "a.db"}).find("product", gpu(), "f32", cube(104)).expected_ns;
    };
    const double without = expected_ns({});
    CHECK(without > 0);
    CHECK(expected_ns("advice\ta large tile only on large sizes\tTILE M <=\t\n") ==
          Approx(without));
    // If all measured configs follow it, a config that does not is slower.
    CHECK(expected_ns("advice\tnot for this size\tM 104 !=\t\n") > 1.1 * without);
}

TEST_CASE("a fast config that is not legal for a problem does not make those that are uncertain") {
    const Folder folder;
    Kernel kernel = product();
    kernel.recipe += "condition\tlarge tiles only on sizes of 16\tTILE 64 < M 16 % 0 == ||\t\n";
    constexpr std::int64_t slower = 3;
    const auto work = [](std::int64_t n) { return n * n * n / 1000; };
    {
        Store store(folder / "a.db");
        for (const std::int64_t n : {512, 1024, 2048}) {
            tune(store, gpu(), kernel, size(n, n, n), 16, slower * work(n));
            tune(store, gpu(), kernel, size(n, n, n), 128, work(n));
            tune(store, gpu(), kernel, size(n + 1, n + 1, n + 1), 16, slower * work(n + 1));
        }
    }
    Tuned tuned = trusted({folder / "a.db"});
    CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(1008))) == 128);
    const TunedKernel& told = tuned.find("product", gpu(), "f32", cube(1001));
    CHECK(tile_of(told) == 16);
    CHECK(told.expected_ns < 1.3 * static_cast<double>(slower * work(1001)));
}
