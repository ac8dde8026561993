// SPDX-License-Identifier: MIT
// The median and its interval: compared with published tables of order statistics, and with many
// random samples with a known median.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "db/model/median_interval.hpp"
#include "db/model/samples.hpp"

using namespace hone;

namespace {

/// 1, 2, … n, shuffled: an order statistic equals its rank.
Samples ranks(std::size_t n) {
    Samples samples(n);
    std::iota(samples.begin(), samples.end(), 1);
    std::shuffle(samples.begin(), samples.end(), std::mt19937(1));
    return samples;
}

/// How often the interval of `n` draws contains the true median.
template <class Draw>
double held(std::size_t n, double median, Draw draw) {
    constexpr int times = 4000;
    std::mt19937_64 random(42);
    int inside = 0;
    for (int i = 0; i < times; ++i) {
        Samples samples(n);
        for (auto& sample : samples) sample = static_cast<std::int64_t>(draw(random));
        const MedianInterval time = median_interval(samples);
        inside += time.low <= median && median <= time.high;
    }
    return inside / static_cast<double>(times);
}

}  // namespace

TEST_CASE("the interval's ranks are those of the published tables") {
    struct Known {
        std::size_t n;
        double low, high, coverage;
    };
    const auto known = GENERATE(
        Known{2, 1, 2, 0.5}, Known{5, 1, 5, 0.9375}, Known{6, 1, 6, 0.96875},
        Known{8, 1, 8, 0.9921875}, Known{9, 2, 8, 0.9609375}, Known{10, 2, 9, 0.978515625},
        Known{15, 4, 12, 0.96484375}, Known{20, 6, 15, 0.9586105}, Known{25, 8, 18, 0.9567147},
        Known{50, 18, 33, 0.9671609}, Known{101, 41, 61, 0.9539559});
    const MedianInterval time = median_interval(ranks(known.n));
    CHECK(time.low == known.low);
    CHECK(time.high == known.high);
    CHECK(time.coverage == Approx(known.coverage).margin(1e-6));
    CHECK(time.median == Approx((static_cast<double>(known.n) + 1) / 2));
    CHECK(time.count == known.n);
}

TEST_CASE("a hundred thousand samples neither overflow nor underflow") {
    const MedianInterval time = median_interval(ranks(100'000));
    CHECK(time.median == 50'000.5);
    CHECK(time.coverage == Approx(0.95).margin(0.002));
    CHECK(time.high - time.low == Approx(1.96 * std::sqrt(100'000.0)).epsilon(0.02));
}

TEST_CASE("no sample, one sample") {
    CHECK_FALSE(median_interval({}).known());
    CHECK(median_interval({}).spread() == 0);
    const MedianInterval one = median_interval(Samples{7});
    CHECK(one.known());
    CHECK(one.median == 7);
    CHECK(one.coverage == 0);
}

TEST_CASE("a wider confidence gives a wider interval") {
    CHECK(median_interval(ranks(50), 0.99).low < median_interval(ranks(50), 0.9).low);
    CHECK(median_interval(ranks(50), 0.99).coverage >= 0.99);
    CHECK(median_interval(ranks(50)).spread() == Approx((33.0 - 18.0) / (2 * 25.5)));
}

TEST_CASE("the interval holds the true median as often as it says, whatever the distribution") {
    const std::size_t n = GENERATE(as<std::size_t>{}, 6, 10, 15, 31);
    const double promised = median_interval(ranks(n)).coverage;
    std::exponential_distribution<double> waiting(1.0);
    std::lognormal_distribution<double> skewed(0.0, 1.0);
    std::uniform_real_distribution<double> even(0.0, 1.0);
    CHECK(held(n, 1e6 * std::log(2.0), [&](auto& r) { return 1e6 * waiting(r); }) ==
          Approx(promised).margin(0.012));
    CHECK(held(n, 1e6, [&](auto& r) { return 1e6 * skewed(r); }) == Approx(promised).margin(0.012));
    CHECK(held(n, 5e5, [&](auto& r) { return 1e6 * even(r); }) == Approx(promised).margin(0.012));
}

TEST_CASE("what overlaps is a tie") {
    const MedianInterval fast{100, 98, 102, 0.95, 9};
    const MedianInterval slow{110, 103, 112, 0.95, 9};
    const MedianInterval between{102, 101, 104, 0.95, 9};
    CHECK_FALSE(tied(fast, slow));
    CHECK(tied(fast, between));
    CHECK(tied(slow, between));
    CHECK_FALSE(tied(fast, MedianInterval{}));
}

TEST_CASE("samples survive their blob, and the blob is little-endian") {
    const Samples samples{0, 1, -1, 258, INT64_MAX, INT64_MIN};
    const std::string blob = pack(samples);
    CHECK(blob.size() == 48);
    CHECK(blob.substr(24, 3) == std::string("\x02\x01\x00", 3));
    CHECK(unpack(blob) == samples);
    CHECK(unpack("short").empty());
}
