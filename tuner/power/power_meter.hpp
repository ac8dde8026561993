// SPDX-License-Identifier: MIT
// The interface to a device's power meter. It only reads values, and changes no setting.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// The reasons that limit a clock, as bits of one reading.
enum HeldBack : unsigned {
    by_power = 1,
    by_temperature = 2,
    by_power_brake = 4,
    by_hardware = 8,
    by_setting = 16
};

/// The values of a meter at one moment; nullopt if the meter lacks a value.
struct PowerReading {
    double at = 0;                      // seconds, of the host's sustained clock
    std::optional<double> joules = {};  // since any fixed moment
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
    /// The device's power limit in watts; 0 if unknown.
    virtual double limit_watts() const { return 0; }
};

/// A meter, or the reason why there is none.
struct MeterFound {
    std::unique_ptr<PowerMeter> meter = {};
    std::string why = {};
};

}  // namespace hone
