// SPDX-License-Identifier: MIT
// A meter is read again and again until the log ends, and what lies outside of the load is left out.
#include "tuner/power/power_log.hpp"

#include <atomic>
#include <catch2/catch.hpp>

using namespace hone;

namespace {

/// Its readings are numbered by their times.
struct NumberedMeter : PowerMeter {
    PowerReading read() override {
        const PowerReading reading{.at = static_cast<double>(++readings)};
        readings.notify_one();
        return reading;
    }
    std::string name() const override { return "numbered"; }

    std::atomic<int> readings{0};
};

}  // namespace

TEST_CASE("a log has the readings between two moments, and no others") {
    NumberedMeter meter;
    PowerLog log(meter);
    for (int last = 0; last < 5; last = meter.readings) meter.readings.wait(last);
    const auto readings = log.end(2, 4);
    REQUIRE(readings.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(readings[i].at == 2.0 + static_cast<double>(i));
}
