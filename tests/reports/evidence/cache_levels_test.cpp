// SPDX-License-Identifier: MIT
// The caches of synthetic curves with known levels.
#include "reports/evidence/cache_levels.hpp"

#include <catch2/catch.hpp>
#include <functional>

using namespace hone;

namespace {

constexpr double kibi = 1024;
constexpr double mebi = 1024 * kibi;

/// The points that `hone probe` measures, with the bandwidth of a function.
std::vector<Probe> curve(double most, const std::function<double(double)>& bandwidth) {
    std::vector<Probe> probes;
    for (double set = 8 * kibi; set <= most; set *= 2)
        for (const double size : {set, set * 1.5}) {
            if (size == 12 * kibi || size > most) continue;
            Probe probe;
            probe.name = probes::cache_sweep;
            probe.point = size;
            probe.value = bandwidth(size);
            probe.unit = "B/s";
            probes.push_back(probe);
        }
    return probes;
}

/// The larger a set beyond a cache's size, the more of its reads miss the cache.
double gpu(double set) {
    if (set <= 192 * kibi) return 25e12;
    if (set <= 32 * mebi) return 6e12;
    if (set <= 64 * mebi) return 4.5e12;
    return 3e12;
}

}  // namespace

TEST_CASE("caches are the plateaus of the curve, and the last one is memory") {
    const auto levels = cache_levels(curve(1024 * mebi, gpu));
    REQUIRE(levels.size() == 2);
    CHECK(levels[0].number == 1);
    CHECK(levels[0].bytes == 192 * kibi);
    CHECK(levels[0].bytes_per_second == 25e12);
    CHECK(levels[1].number == 2);
    CHECK(levels[1].bytes == 32 * mebi);
    CHECK(levels[1].bytes_per_second == 6e12);
    CHECK(levels[1].at_end == 6e12);
    CHECK_FALSE(levels[1].is_slope());
}

TEST_CASE(
    "the curves of an H100 and an H200 have two caches: that of each unit, and the slope of the "
    "one they share") {
    // From 128 KiB on, two points an octave, in TB/s. The first cache still serves a part of the
    // reads: the slope begins with a mixture of both, which is not a third cache.
    const std::vector<std::vector<double>> curves{
        {31.8, 32.1, 25.8, 23.0, 23.0, 20.8, 19.0, 17.4, 16.8, 16.9, 16.6, 16.2, 15.9, 15.2,
         13.8, 12.1, 11.6, 9.53, 10.8, 11.2, 9.91, 6.99, 4.40, 3.20, 3.11, 3.10, 3.09},
        {31.6, 31.9, 26.0, 22.6, 22.7, 20.9, 19.7, 18.0, 17.4, 17.3, 17.0, 16.7, 16.4, 16.0,
         15.6, 14.0, 13.1, 11.4, 10.9, 11.1, 11.1, 8.95, 6.89, 4.92, 4.49, 4.46, 4.49}};
    for (const std::vector<double>& measured : curves) {
        const auto rate = [&](double set) {
            std::size_t at = 0;
            for (double from = 128 * kibi; from < set; from *= 2) at += set > from * 1.5 ? 2 : 1;
            return 1e12 * (set < 128 * kibi ? 31.5 : measured.at(at));
        };
        const auto levels = cache_levels(curve(1024 * mebi, rate));
        REQUIRE(levels.size() == 2);
        CHECK(levels[0].bytes == 256 * kibi);
        CHECK(levels[0].bytes_per_second == 1e12 * measured[1]);
        CHECK(levels[1].number == 2);
        CHECK(levels[1].bytes_per_second == 1e12 * measured[4]);  // an upper bound
        CHECK(levels[1].bytes >= 48 * mebi);
        CHECK_FALSE(levels[0].is_slope());
        CHECK(levels[1].is_slope());
        CHECK(levels[1].at_end < 12e12);
    }
}

TEST_CASE("a cache four times as large as the first one is a level, not a mixture") {
    const auto levels = cache_levels(curve(1024 * mebi, [](double set) {
        return set <= 256 * kibi  ? 32e12
               : set <= 1 * mebi  ? 23e12
               : set <= 48 * mebi ? 16e12
                                  : 3e12;
    }));
    REQUIRE(levels.size() == 3);
    CHECK(levels[1].bytes == 1 * mebi);
    CHECK(levels[1].bytes_per_second == 23e12);
    CHECK(levels[2].bytes == 48 * mebi);
}

TEST_CASE("three caches of a CPU under noise of a tenth, with a dip in each") {
    int at = 0;
    const auto noisy = [&](double set) {
        const double rate = set <= 32 * kibi   ? 200e9
                            : set <= 1 * mebi  ? 100e9
                            : set <= 24 * mebi ? 40e9
                                               : 15e9;
        ++at;
        if (at == 3 || at == 9 || at == 20) return rate / 3;  // other work ran
        return rate * (1 - 0.1 * (at % 4) / 3.0);
    };
    const auto levels = cache_levels(curve(256 * mebi, noisy));
    REQUIRE(levels.size() == 3);
    CHECK(levels[0].bytes == 32 * kibi);
    CHECK(levels[1].bytes == 1 * mebi);
    CHECK(levels[2].bytes == 24 * mebi);
    CHECK(levels[2].bytes_per_second == Approx(40e9).epsilon(0.11));
}

TEST_CASE("a device without caches has none, nor has one that was not asked") {
    CHECK(cache_levels(curve(256 * mebi, [](double) { return 10e9; })).empty());
    CHECK(cache_levels({}).empty());
    // A curve without any plateau has no level.
    CHECK(cache_levels(curve(256 * mebi, [](double set) { return 1e15 / set; })).empty());
}

TEST_CASE("the level says which point its rate is from, and other probes are no points") {
    auto probes = curve(1024 * mebi, gpu);
    Probe other = probes.front();
    other.name = probes::stride_sweep;
    other.value = 1e15;
    probes.push_back(other);
    Probe failed = probes.front();
    failed.value = 0;
    probes.push_back(failed);
    const auto levels = cache_levels(probes);
    REQUIRE(levels.size() == 2);
    CHECK(levels[0].best_set == 8 * kibi);
    CHECK(levels[1].best_set == 256 * kibi);
}
