// SPDX-License-Identifier: MIT
// The spread of synthetic repeats with a known minimum, maximum and median.
#include "reports/evidence/probe_spread.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

Probe probe(std::string_view name, std::string_view unit, double value, Samples samples) {
    Probe probe;
    probe.name = name;
    probe.unit = unit;
    probe.value = value;
    probe.samples = std::move(samples);
    return probe;
}

}  // namespace

TEST_CASE("a rate is that of the shortest time, and the others lie below it") {
    const auto all =
        spreads_of({probe("read_bandwidth", "B/s", 8e9, {100, 125, 200, 400, 100, 125, 200})});
    const ProbeSpread& spread = all.at({"read_bandwidth", 0});
    CHECK(spread.fastest == Approx(8e9));
    CHECK(spread.slowest == Approx(2e9));
    CHECK(spread.median == Approx(6.4e9));
    CHECK(spread.low <= spread.median);
    CHECK(spread.median <= spread.high);
    CHECK(spread.repeats == 7);
    CHECK(spread.runs == 1);
    CHECK(spread.unsteady());
}

TEST_CASE("repeats of several runs count as one, whatever each run moved") {
    // 8 GB/s and 4 GB/s at best, with independent times.
    const auto all = spreads_of({probe("read_bandwidth", "B/s", 8e9, {100, 100}),
                                 probe("read_bandwidth", "B/s", 4e9, {9'000'000, 18'000'000})});
    const ProbeSpread& spread = all.at({"read_bandwidth", 0});
    CHECK(spread.fastest == Approx(8e9));
    CHECK(spread.slowest == Approx(2e9));
    CHECK(spread.repeats == 4);
    CHECK(spread.runs == 2);
}

TEST_CASE("sweeps are told by their median, latencies are times") {
    Probe sweep = probe("cache_sweep", "B/s", 4e9, {100, 200, 400});
    sweep.point = 8192;
    const auto all = spreads_of({sweep, probe("launch_latency", "ns", 20, {10, 20, 40})});
    CHECK(all.at({"cache_sweep", 8192}).fastest == Approx(8e9));
    CHECK(all.at({"cache_sweep", 8192}).median == Approx(4e9));
    const ProbeSpread& latency = all.at({"launch_latency", 0});
    CHECK(latency.fastest == Approx(10));
    CHECK(latency.slowest == Approx(40));
    CHECK_FALSE(latency.unit_is_rate);
}

TEST_CASE("a steady probe is steady, and what has no samples has no spread") {
    CHECK_FALSE(spreads_of({probe("fma_f32", "FLOP/s", 1e12, {100, 101, 119})})
                    .at({"fma_f32", 0})
                    .unsteady());
    CHECK(spreads_of({probe("inline_ptx", "", 1, {}), probe("fma_f16", "FLOP/s", 0, {})}).empty());
}
