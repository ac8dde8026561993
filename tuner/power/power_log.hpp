// SPDX-License-Identifier: MIT
// Reads a meter again and again beside the work that it measures.
#pragma once

#include <stop_token>
#include <thread>
#include <vector>

#include "tuner/power/power_meter.hpp"

namespace hone {

class PowerLog {
  public:
    /// Begins to read; the meter must outlive it.
    explicit PowerLog(PowerMeter& meter)
        : thread_([this, &meter](const std::stop_token& stop) { read_until(stop, meter); }) {}

    /// Ends, and gives the readings between two moments of the host's steady clock.
    std::vector<PowerReading> end(double from, double until);

  private:
    void read_until(const std::stop_token& stop, PowerMeter& meter);

    std::vector<PowerReading> readings_;  // the thread's, until it has ended
    std::jthread thread_;                 // last: it uses all other members
};

}  // namespace hone
