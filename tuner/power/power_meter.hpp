// SPDX-License-Identifier: MIT
// What a device tells of its power while it works. Everything is read, nothing is set.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// What holds a clock back, as bits of one reading.
enum HeldBack : unsigned {
    by_power = 1,
    by_temperature = 2,
    by_power_brake = 4,
    by_hardware = 8,
    by_setting = 16
};

/// What a meter says at one moment; nothing where it does not say it.
struct PowerReading {
    double at = 0;                      // seconds, of the host's steady clock
    std::optional<double> joules = {};  // since any moment before
    std::optional<double> watts = {};
    std::optional<double> clock_mhz = {};
    unsigned held_back = 0;
};

class PowerMeter {
  public:
    PowerMeter() = default;
    virtual ~PowerMeter() = default;
    PowerMeter(const PowerMeter&) = delete;
    PowerMeter& operator=(const PowerMeter&) = delete;

    virtual PowerReading read() = 0;
    /// "NVML", "hwmon", "RAPL".
    virtual std::string name() const = 0;
    /// The watts that the device is held to; 0 where nobody says.
    virtual double limit_watts() const { return 0; }
};

/// A meter, or why there is none.
struct MeterFound {
    std::unique_ptr<PowerMeter> meter = {};
    std::string why = {};
};

}  // namespace hone
