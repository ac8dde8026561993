// SPDX-License-Identifier: MIT
// Reads a meter continuously while the measured work runs.
#pragma once

#include <stop_token>
#include <thread>
#include <vector>

#include "tuner/power/power_meter.hpp"

namespace hone {

class PowerLog {
  public:
    /// Starts reading. The meter must outlive this object.
    explicit PowerLog(PowerMeter& meter)
        : thread_([this, &meter](const std::stop_token& stop) { read_until(stop, meter); }) {}

    /// Stops reading, and returns the readings between two moments of the host's steady clock.
    std::vector<PowerReading> end(double from, double until);

  private:
    void read_until(const std::stop_token& stop, PowerMeter& meter);

    std::vector<PowerReading> readings_;  // only the thread uses them until it has ended
    std::jthread thread_;                 // the last member, since it uses all others
};

}  // namespace hone
