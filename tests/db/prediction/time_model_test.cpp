// SPDX-License-Identifier: MIT
// The model of times: it returns measured times, is uncertain about unmeasured ones, and models
// rounds of work-groups.
#include "db/prediction/time_model.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace hone::prediction;

namespace {

ProblemFeatures at(double m, double n) {
    return {.coordinates = {m, n}, .raggedness = {0, 0}};
}

/// A square of this size in tiles of this size on a device of 16 units.
LaunchGeometry square(double size, double tile) {
    const double tiles = std::ceil(size / tile);
    return {.work = 2 * size * size * size,
            .bytes = 12 * size * size,
            .groups = tiles * tiles,
            .compute_units = 16,
            .tile_waste = 2 * std::log2(tiles * tile / size)};
}

constexpr double sizes[] = {256, 512, 2048};
constexpr double tiles[] = {16, 64};

/// The first config is fast on the smallest size, the second one on others.
double time(std::size_t size, std::size_t config) {
    const double work = std::pow(sizes[size], 3);
    return work / ((size == 0) == (config == 0) ? 1000 : 400);
}

TimeModel model() {
    DevicePeaks peaks;
    std::vector<Timing> timings;
    for (std::size_t size = 0; size < 3; ++size)
        for (std::size_t config = 0; config < 2; ++config) {
            const LaunchGeometry launch = square(sizes[size], tiles[config]);
            timings.push_back({config, size, launch, {}, time(size, config)});
            peaks.add(launch, time(size, config));
        }
    for (Timing& timing : timings) timing.peaks = peaks;
    return {{{4, 0}, {6, 0}}, {at(8, 8), at(9, 9), at(11, 11)}, timings};
}

DevicePeaks peaks() {
    DevicePeaks peaks;
    for (std::size_t size = 0; size < 3; ++size)
        for (std::size_t config = 0; config < 2; ++config)
            peaks.add(square(sizes[size], tiles[config]), time(size, config));
    return peaks;
}

}  // namespace

TEST_CASE("while one work-group has nearly all the work the others do not shorten it") {
    DevicePeaks even;
    even.work_per_ns = 100;
    LaunchGeometry launch{.work = 1e6, .groups = 2, .compute_units = 2};
    const double fast = log2_time_at_peak(launch, even);
    launch.busiest = 1.9;
    CHECK(log2_time_at_peak(launch, even) == Approx(fast + std::log2(1.9)));
    launch.groups = 200;  // a large one among many is hidden by the others
    CHECK(log2_time_at_peak(launch, even) == Approx(fast).margin(0.01));
}

TEST_CASE("work-groups that units share evenly are done as soon as any, others a round later") {
    DevicePeaks peak;
    peak.work_per_ns = 100;
    const auto time = [&](double groups, std::int64_t units) {
        return std::exp2(
            log2_time_at_peak({.work = 1e6, .groups = groups, .compute_units = units}, peak));
    };
    const double even = time(2, 2);
    CHECK(time(4, 2) == Approx(even));
    CHECK(time(3, 2) > 1.25 * even);
    CHECK(time(1, 2) == Approx(2 * even));
    CHECK(time(17, 16) > 1.8 * time(16, 16));
    CHECK(time(401, 2) == Approx(even).epsilon(0.01));
}

TEST_CASE("what is copied first takes time, the less the more units copy") {
    DevicePeaks peak;
    peak.work_per_ns = 100;
    const auto time = [&](double copied, std::int64_t units) {
        return std::exp2(log2_time_at_peak(
            {.work = 1e6, .copied = copied, .groups = 64, .compute_units = units}, peak));
    };
    const double of_two = time(1e6, 2) - time(0, 2);
    CHECK(of_two > 0);
    CHECK(time(2e6, 2) - time(0, 2) == Approx(2 * of_two));
    CHECK(time(1e6, 16) - time(0, 16) == Approx(of_two / 8));
}

TEST_CASE("what a config took in one pass tells less of several") {
    const LaunchGeometry once = square(256, 64);
    LaunchGeometry often = once;
    often.passes = 8;
    DevicePeaks peak;
    peak.add(once, 1e5);
    const TimeModel known({{5}}, {{{8, 8, 8}, {0, 0, 0}}},
                          {{.config = 0, .problem = 0, .launch = once, .peaks = peak, .ns = 1e5}});
    TimeModel::ProblemPredictor at(known, {{9, 9, 9}, {0, 0, 0}});
    const double surer = at.predict(0, once, peak).variance;
    CHECK(at.predict(0, often, peak).variance > 1.1 * surer);
}

TEST_CASE("where a config was measured the model tells its time") {
    const TimeModel known = model();
    for (std::size_t size = 0; size < 3; ++size)
        for (std::size_t config = 0; config < 2; ++config) {
            TimeModel::ProblemPredictor there(known,
                                              at(std::log2(sizes[size]), std::log2(sizes[size])));
            const Prediction told =
                there.predict(config, square(sizes[size], tiles[config]), peaks());
            CHECK(told.mean == Approx(std::log2(time(size, config))).margin(0.1));
            CHECK(told.variance < 0.02);
        }
}

TEST_CASE("between sizes the config is faster that was faster around") {
    const TimeModel known = model();
    for (const double size : {1024.0, 1500.0, 1800.0}) {
        TimeModel::ProblemPredictor there(known, at(std::log2(size), std::log2(size)));
        CHECK(there.predict(1, square(size, tiles[1]), peaks()).expected() <
              there.predict(0, square(size, tiles[0]), peaks()).expected());
    }
}

TEST_CASE("the farther a problem is from what was measured, the larger is the variance") {
    const TimeModel known = model();
    double before = 0;
    for (const double thin : {2048.0, 512.0, 64.0}) {
        TimeModel::ProblemPredictor there(known, at(11, std::log2(thin)));
        LaunchGeometry launch = square(2048, 64);
        launch.work *= thin / 2048;
        launch.groups *= thin / 2048;
        const Prediction told = there.predict(1, launch, peaks());
        CHECK(told.variance > before);
        CHECK(told.variance_weight * told.variance <= known.most_penalty());
        before = told.variance;
    }
}

TEST_CASE("a config that was never timed has a larger penalty, near to what was timed as well") {
    const TimeModel known = model();
    TimeModel::ProblemPredictor there(known, at(11, 11));
    const std::size_t added = there.add({6, 1});
    const Prediction told = there.predict(added, square(2048, tiles[1]), peaks());
    CHECK(told.variance_weight * told.variance >= there.least_penalty(added));
    const Prediction timed = there.predict(1, square(2048, tiles[1]), peaks());
    CHECK(timed.variance_weight * timed.variance < there.least_penalty(added));
}

TEST_CASE("the least penalty is never more than the penalty, wherever it is asked") {
    const TimeModel known = model();
    for (double m = 6; m < 13; m += 0.5)
        for (double n = 6; n < 13; n += 0.5) {
            TimeModel::ProblemPredictor there(known, at(m, n));
            const std::size_t added = there.add({5, 1});
            for (const std::size_t config : {std::size_t{0}, std::size_t{1}, added}) {
                const Prediction told = there.predict(config, square(512, 64), peaks());
                CHECK(there.least_penalty(config) <= told.variance_weight * told.variance + 1e-9);
                CHECK(there.least_penalty(config) > 0);
            }
        }
}

TEST_CASE("a round of work-groups that leaves units idle takes as long as a whole one") {
    const LaunchGeometry whole = square(256, 64);  // 16 work-groups for 16 units
    LaunchGeometry more = whole;
    more.groups = 17;
    more.work *= 17.0 / 16;
    const double apart = log2_time_at_peak(more, peaks()) - log2_time_at_peak(whole, peaks());
    CHECK(apart > 0.5);
    CHECK(apart <= 1);
}

TEST_CASE("of many rounds of work-groups the last one costs less than a whole round") {
    LaunchGeometry launch = square(1024, 64);  // 16 rounds of 16 work-groups
    const double whole = log2_time_at_peak(launch, peaks());
    launch.groups += 1;
    launch.work *= 257.0 / 256;
    const double apart = log2_time_at_peak(launch, peaks()) - whole;
    CHECK(apart > 0.01);
    CHECK(apart < 0.05);  // a whole round would be 0.09
}

TEST_CASE("what one problem alone says of a config is believed there, not elsewhere") {
    std::vector<Timing> timings;
    std::vector<ProblemFeatures> problems;
    DevicePeaks peaks;
    for (std::size_t i = 0; i < 9; ++i) {
        const double size = 128 << i;
        problems.push_back(at(std::log2(size), std::log2(size)));
        for (std::size_t config = 0; config < 2; ++config) {
            const bool lucky = config == 1 && i == 4;
            const double rate = config == 0 ? 1000 : lucky ? 1600 : 770;
            const LaunchGeometry launch = square(size, 64);
            timings.push_back({config, i, launch, {}, launch.work / rate});
            peaks.add(launch, timings.back().ns);
        }
    }
    for (Timing& timing : timings) timing.peaks = peaks;
    const TimeModel known({{4}, {6}}, problems, timings);
    const auto expected = [&](double size, std::size_t config) {
        TimeModel::ProblemPredictor there(known, at(std::log2(size), std::log2(size)));
        return there.predict(config, square(size, 64), peaks).expected();
    };
    CHECK(expected(2048, 1) < expected(2048, 0));
    for (const double size : {400.0, 1024.0, 4096.0, 9000.0})
        CHECK(expected(size, 0) < expected(size, 1));
}

TEST_CASE(
    "what is fast where whole vectors divide the sizes is no more believed at odd ones than at "
    "whole ones") {
    std::vector<Timing> timings;
    std::vector<ProblemFeatures> problems;
    DevicePeaks peaks;
    for (std::size_t i = 0; i < 8; ++i) {
        const double size = 128 << i;
        const bool odd = i % 2 == 1;
        ProblemFeatures problem = at(std::log2(size), std::log2(size));
        if (odd) problem.raggedness = {1, 1};
        problems.push_back(std::move(problem));
        for (std::size_t config = 0; config < 2; ++config) {
            const bool suited = (config == 1) == odd;
            const LaunchGeometry launch = square(size, 64);
            timings.push_back({config, i, launch, {}, launch.work / (suited ? 1000 : 700)});
            peaks.add(launch, timings.back().ns);
        }
    }
    for (Timing& timing : timings) timing.peaks = peaks;
    const TimeModel known({{4}, {6}}, problems, timings);
    const auto fastest = [&](double size, double raggedness) {
        ProblemFeatures problem = at(std::log2(size), std::log2(size));
        problem.raggedness = {raggedness, raggedness};
        TimeModel::ProblemPredictor there(known, problem);
        const LaunchGeometry launch = square(size, 64);
        return there.mean(0, launch, peaks) < there.mean(1, launch, peaks) ? 0 : 1;
    };
    for (const double size : {200.0, 700.0, 3000.0}) {
        CHECK(fastest(size, 0) == 0);
        CHECK(fastest(size, 1) == 1);
    }
}

TEST_CASE("of a config that was never timed the more is known the more it is like one that was") {
    const TimeModel known = model();
    const LaunchGeometry launch = square(256, 16);
    TimeModel::ProblemPredictor there(known, at(8, 8));
    const std::size_t near = there.add({4, 1});
    const std::size_t far = there.add({9, 7});
    CHECK(near == known.configs());
    CHECK(far == known.configs() + 1);
    const Prediction timed = there.predict(0, launch, peaks());
    const Prediction like = there.predict(near, launch, peaks());
    const Prediction unlike = there.predict(far, launch, peaks());
    CHECK(timed.variance < like.variance);
    CHECK(like.variance < unlike.variance);
    CHECK(std::fabs(like.mean - timed.mean) < std::fabs(unlike.mean - timed.mean));
    const JointPrediction joint =
        there.joint(std::vector<ConfigLaunch>{{0, launch}, {near, launch}, {far, launch}}, peaks());
    CHECK(joint.means[1] == Approx(like.mean));
    CHECK(joint.covariance.row(1)[1] == Approx(like.variance));
    CHECK(joint.covariance.row(2)[2] == Approx(unlike.variance));
    CHECK(joint.covariance.row(2)[1] < like.variance);
}

TEST_CASE("a second model of the same measurements tells the same of a config that only it knows") {
    const TimeModel known = model();
    std::vector<Timing> timings;
    for (std::size_t size = 0; size < 3; ++size)
        for (std::size_t config = 0; config < 2; ++config) {
            const LaunchGeometry launch = square(sizes[size], tiles[config]);
            timings.push_back({config, size, launch, peaks(), time(size, config)});
        }
    const TimeModel with_third({{4, 0}, {6, 0}, {5, 1}}, {at(8, 8), at(9, 9), at(11, 11)}, timings);
    TimeModel::ProblemPredictor there(known, at(10, 10));
    TimeModel::ProblemPredictor there_third(with_third, at(10, 10));
    const LaunchGeometry launch = square(1024, 32);
    const Prediction added = there.predict(there.add({5, 1}), launch, peaks());
    const Prediction told = there_third.predict(2, launch, peaks());
    CHECK(added.mean == Approx(told.mean));
    CHECK(added.variance == Approx(told.variance));
}
