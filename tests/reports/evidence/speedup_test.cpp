// SPDX-License-Identifier: MIT
// Speedups and their intervals, with a known truth.
#include "reports/evidence/speedup.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace hone;

namespace {

// The estimate of this many samples around a true median, with noise of 3 % and of 10 % by turns.
MedianInterval measured(std::mt19937_64& random, double truth, std::size_t samples) {
    std::normal_distribution<double> noise(0, samples % 2 == 0 ? 0.03 : 0.1);
    std::vector<std::int64_t> times;
    for (std::size_t i = 0; i < samples; ++i)
        times.push_back(std::llround(truth * std::exp(noise(random))));
    return median_interval(times);
}

// How often the interval of the geometric mean of `problems` speedups contains the truth.
double coverage(std::size_t problems, std::size_t samples) {
    std::mt19937_64 random(problems * 1000 + samples);
    constexpr int rounds = 2000;
    int held = 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<RatioWithError> all;
        double truth = 0;
        for (std::size_t i = 0; i < problems; ++i) {
            const double factor = 1 + static_cast<double>(i);
            truth += std::log(factor) / static_cast<double>(problems);
            all.push_back(
                speedup(measured(random, 1e6 * factor, samples), measured(random, 1e6, samples)));
        }
        const RatioWithError mean = geometric_mean(all);
        held += mean.low() <= std::exp(truth) && std::exp(truth) <= mean.high();
    }
    return static_cast<double>(held) / rounds;
}

}  // namespace

TEST_CASE("a speedup is the ratio of the medians") {
    const std::array<std::int64_t, 6> slow{200, 200, 200, 200, 200, 200};
    const std::array<std::int64_t, 6> fast{80, 80, 80, 80, 80, 80};
    const RatioWithError exact = speedup(median_interval(slow), median_interval(fast));
    CHECK(exact.ratio == 2.5);
    REQUIRE(exact.log_error);
    CHECK(exact.low() == 2.5);
    CHECK(exact.words() == "2.50 × ± 0.000");
}

TEST_CASE("the 95 % interval of a mean speedup holds the truth about as often") {
    for (const std::size_t problems : {1U, 5U, 20U})
        for (const std::size_t samples : {7U, 10U, 31U}) {
            INFO(problems << " problems, " << samples << " samples");
            const double held = coverage(problems, samples);
            CHECK(held > 0.90);
            CHECK(held < 0.995);
        }
}

TEST_CASE("the mean is geometric, and as sure as its parts") {
    const std::array<RatioWithError, 2> both{RatioWithError{1, 0.1}, RatioWithError{4, 0.1}};
    CHECK(geometric_mean(both).ratio == Approx(2));
    CHECK(*geometric_mean(both).log_error == Approx(0.1 / std::sqrt(2)));
    CHECK(geometric_mean(both).words() == "2.00 × ± 0.28");
}

TEST_CASE("one sample is as noisy as one of the other time") {
    std::mt19937_64 random(7);
    constexpr int rounds = 2000;
    int held = 0;
    for (int round = 0; round < rounds; ++round) {
        const std::array<std::int64_t, 1> once{
            std::llround(2e6 * std::exp(std::normal_distribution<double>(0, 0.1)(random)))};
        const RatioWithError one = speedup(median_interval(once), measured(random, 1e6, 31));
        held += one.low() <= 2 && 2 <= one.high();
    }
    CHECK(held > 0.90 * rounds);
    CHECK(held < 0.995 * rounds);
}

TEST_CASE("two single samples have no interval, and a mean with them has none") {
    const std::array<std::int64_t, 1> once{100};
    const std::array<std::int64_t, 1> again{50};
    const std::array<std::int64_t, 6> often{50, 50, 51, 49, 50, 50};
    const RatioWithError unsure = speedup(median_interval(once), median_interval(again));
    CHECK(unsure.ratio == 2);
    CHECK_FALSE(unsure.log_error);
    CHECK(unsure.words() == "2.00 ×, no interval");
    const std::array<RatioWithError, 2> both{unsure, RatioWithError{2, 0.1}};
    CHECK_FALSE(geometric_mean(both).log_error);
    CHECK(geometric_mean({}).ratio == 0);
    CHECK(speedup({}, median_interval(often)).ratio == 0);
}
