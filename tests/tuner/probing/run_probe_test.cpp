// SPDX-License-Identifier: MIT
// Every probe of a device gives a figure, or the reason why there is none.
#include "tuner/probing/run_probe.hpp"

#include <catch2/catch.hpp>

#include "spaces/base/error.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/probing/probe_variants.hpp"
#include "tuner/worker/protocol.hpp"

using namespace hone;

TEST_CASE("a way says itself in words and to the compiler") {
    const ProbeVariant variant{4, 8, 256, 2, "mad"};
    CHECK(variant.description("float") ==
          "float4, 8 in flight, 2 groups of 256 work-items per compute unit, with mad instead of "
          "fma");
    CHECK(variant.defines("float") ==
          "-DREAL=float -DVALUE=float4 -DFIRST=.s0 -DFLIGHT=8 -DTILE=1024 -DMULTIPLY_ADD=mad");
    CHECK(ProbeVariant{1, 8, 64, 1}.defines("double").find("-DVALUE=double -DFIRST= ") !=
          std::string::npos);
}

TEST_CASE("a probe crosses the line between worker and parent") {
    Probe probe;
    probe.name = "stride_sweep";
    probe.point = 3;
    probe.value = 1.5e9;
    probe.unit = "B/s";
    probe.how = "one way";
    probe.samples = {1, 2, 3};
    probe.message = "none";
    const Probe back = probe_from(to_message(probe));
    CHECK(back.name == probe.name);
    CHECK(back.point == 3);
    CHECK(back.value == 1.5e9);
    CHECK(back.samples == probe.samples);
    CHECK(back.message == "none");
}

TEST_CASE("a device says what it gives", "[device]") {
    const LocalDevice device = all_devices().front();
    const std::vector<Probe> latency = run_probe(device, probes::launch_latency);
    REQUIRE(latency.size() == 1);
    CHECK(latency[0].unit == "ns");
    CHECK((latency[0].value > 0 || !latency[0].message.empty()));
    CHECK_FALSE(latency[0].how.empty());
    CHECK_THROWS_WITH(run_probe(device, "read_bandwith"),
                      Catch::Contains("did you mean read_bandwidth"));
}
