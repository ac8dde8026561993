// SPDX-License-Identifier: MIT
// A mock library instead of NVIDIA's: its values are read correctly, and each planted error is
// found.
#include "tuner/power/nvml_meter.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

#include "tests/db/samples.hpp"
#include "tuner/power/number_file.hpp"
#include "tuner/power/power_trace.hpp"

using namespace hone;

namespace {

constexpr const char* made = HONE_TEST_DIR "/libmade_nvml.so";
constexpr const char* empty = HONE_TEST_DIR "/libempty_nvml.so";

/// The planted error of the library, for its lifetime.
struct Lie {
    explicit Lie(const char* how) { setenv("HONE_TEST_NVML", how, 1); }
    ~Lie() { unsetenv("HONE_TEST_NVML"); }
    Lie(const Lie&) = delete;
    Lie& operator=(const Lie&) = delete;
};

/// The result of 0.8 s of readings, in the library's time.
PowerSummary measured() {
    const MeterFound found = open_nvml(samples::device(), made);
    INFO(found.why);
    REQUIRE(found.meter);
    std::vector<PowerReading> readings;
    for (int i = 0; i < 200; ++i) {
        readings.push_back(found.meter->read());
        readings.back().at = 0.004 * i;
    }
    return summarize(readings, found.meter->limit_watts());
}

}  // namespace

TEST_CASE("a board's energy, power and clock are read, and repeat within 3 %") {
    for (int times = 0; times < 2; ++times) {
        const PowerSummary power = measured();
        CHECK(power.fault.empty());
        CHECK(power.watts == Approx(200).epsilon(0.03));
        CHECK(power.clock_mhz == Approx(1410));
        CHECK(power.throttled.empty());
    }
}

TEST_CASE("a reading of a board says when it was taken") {
    const MeterFound found = open_nvml(samples::device(), made);
    REQUIRE(found.meter);
    const double before = steady_seconds();
    const double at = found.meter->read().at;
    CHECK(at >= before);
    CHECK(at <= steady_seconds());
}

TEST_CASE("what holds the clock back is said") {
    const Lie lie("throttled");
    CHECK(measured().throttled == "power limit, temperature");
}

TEST_CASE("a board that tells power alone, or energy alone, is measured by it") {
    for (const char* lacking : {"no energy", "no power"}) {
        const Lie lie(lacking);
        INFO(lacking);
        const PowerSummary power = measured();
        CHECK(power.fault.empty());
        CHECK(power.watts == Approx(200).epsilon(0.03));
    }
}

TEST_CASE("a meter that contradicts itself is not believed") {
    const std::vector<std::pair<const char*, const char*>> lies{
        {"backward", "went backward"},
        {"still", "stands still"},
        {"reset", "went backward"},
        {"seldom", "too seldom"},
        {"jump", "jumped"},
        {"units", "the power reading 200 W"},
        {"nothing", "neither energy nor power"}};
    for (const auto& [how, fault] : lies) {
        const Lie lie(how);
        INFO(how);
        const PowerSummary power = measured();
        CHECK_THAT(power.fault, Catch::Contains(fault));
        CHECK(power.watts == 0);
    }
}

TEST_CASE("where there is no meter it is said why") {
    Device device = samples::device();
    CHECK_THAT(open_nvml(device, "libnone_such.so").why, Catch::Contains("there is no library"));
    CHECK_THAT(open_nvml(device, empty).why, Catch::Contains("has no board"));
    {
        const Lie lie("no start");
        CHECK_THAT(open_nvml(device, made).why, Catch::Contains("Driver Not Loaded"));
    }
    {
        const Lie lie("divided");
        CHECK_THAT(open_nvml(device, made).why, Catch::Contains("MIG"));
    }
    device.pci = "0000:02:00.0";
    CHECK_THAT(open_nvml(device, made).why, Catch::Contains("0000:02:00.0"));
    device.pci.clear();
    CHECK_THAT(open_nvml(device, made).why, Catch::Contains("does not report the PCI address"));
}
