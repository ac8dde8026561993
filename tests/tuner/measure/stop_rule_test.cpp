// SPDX-License-Identifier: MIT
// Each reason to stop, by samples that trigger only that reason.
#include "tuner/measure/stop_rule.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <vector>

using namespace hone;

namespace {

struct End {
    Stop stop;
    std::size_t samples;
};

/// Feeds a stop rule until it stops.
End measure(const SamplingLimits& limits, const std::function<std::int64_t(std::size_t)>& sample) {
    StopRule stop_rule(limits);
    std::vector<std::int64_t> samples;
    for (;;) {
        samples.push_back(sample(samples.size()));
        const Stop stop = stop_rule.update(samples);
        if (stop != Stop::not_yet) return {stop, samples.size()};
        REQUIRE(samples.size() < 10'000);
    }
}

auto always(std::int64_t nanoseconds) {
    return [nanoseconds](std::size_t) { return nanoseconds; };
}

// Alternates between two values: the interval never gets narrower.
std::int64_t one_or_two(std::size_t index) {
    return index % 2 == 0 ? 10'000'000 : 20'000'000;
}

}  // namespace

TEST_CASE("samples that agree are enough when there are seven, and time was given") {
    const End slow = measure({}, always(3'000'000));
    CHECK(slow.stop == Stop::converged);
    CHECK(slow.samples == 7);
    const End quick = measure({}, always(1'000'000));
    CHECK(quick.stop == Stop::converged);
    CHECK(quick.samples == 20);
}

TEST_CASE("a first sample far above the best is hopeless, one just above is not") {
    const End far = measure({.incumbent_ns = 1e6}, always(1'500'001));
    CHECK(far.stop == Stop::clearly_slower);
    CHECK(far.samples == 1);
    StopRule stop_rule({.incumbent_ns = 1e6});
    CHECK(stop_rule.update(std::vector<std::int64_t>{1'500'000}) == Stop::not_yet);
}

TEST_CASE("short samples far above the best are hopeless once there are some") {
    const End early = measure({.incumbent_ns = 4e3}, [](std::size_t index) {
        return index < 5 ? 14'000 : 4'000;  // threads wake up, caches fill
    });
    CHECK(early.stop != Stop::clearly_slower);
    const End slow = measure({.incumbent_ns = 4e3}, always(14'000));
    CHECK(slow.stop == Stop::clearly_slower);
    CHECK(slow.samples == 7);
}

TEST_CASE(
    "a few long samples well above the best are hopeless, short ones and those just above are "
    "not") {
    const End slow = measure({.incumbent_ns = 40e6}, always(49'000'000));
    CHECK(slow.stop == Stop::clearly_slower);
    CHECK(slow.samples == 3);
    CHECK(measure({.incumbent_ns = 40e6}, always(47'000'000)).samples > 3);
    CHECK(measure({.incumbent_ns = 4e6}, always(4'900'000)).samples == 7);
    const End late = measure({.incumbent_ns = 40e6}, [](std::size_t index) {
        return index == 0 ? 41'000'000 : 60'000'000;  // only the first was undisturbed
    });
    CHECK(late.samples > 3);
}

TEST_CASE("one lucky sample keeps hope alive") {
    const End end = measure({.incumbent_ns = 1e6},
                            [](std::size_t index) { return index == 0 ? 900'000 : 5'000'000; });
    CHECK(end.stop == Stop::dominated);
    CHECK(end.samples == 9);  // only then the lucky one is outside of the interval
}

TEST_CASE("who cannot be the best any more is beaten as soon as that is sure") {
    const End end = measure({.incumbent_ns = 1e6}, always(1'200'000));
    CHECK(end.stop == Stop::dominated);
    CHECK(end.samples == 7);
    CHECK(measure({.incumbent_ns = 1.2e6}, always(1'200'000)).stop == Stop::converged);
}

TEST_CASE("an interval that has stopped shrinking is stale") {
    const SamplingLimits limits{.max_ns = 1e12};
    const End end = measure(limits, one_or_two);
    CHECK(end.stop == Stop::no_improvement);
    CHECK(end.samples >= limits.min_samples + limits.no_improvement_samples);
    CHECK(end.samples < 2 * (limits.min_samples + limits.no_improvement_samples));
}

TEST_CASE("time and samples are spent at last") {
    CHECK(measure({}, always(1'000'000'000)).samples == 1);
    CHECK(measure({}, always(1'000'000'000)).stop == Stop::budget_used);
    const End end = measure({.max_ns = 1e12, .no_improvement_samples = 1000}, one_or_two);
    CHECK(end.stop == Stop::budget_used);
    CHECK(end.samples == 200);
}

TEST_CASE("each reason has a word of its own") {
    std::set<std::string_view> words;
    for (const Stop stop : {Stop::not_yet, Stop::converged, Stop::no_improvement, Stop::dominated,
                            Stop::clearly_slower, Stop::budget_used}) {
        words.insert(text(stop));
    }
    CHECK(words.size() == 6);
    CHECK_FALSE(words.contains(""));
}
