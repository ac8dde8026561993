// SPDX-License-Identifier: MIT
// Boards update their counters every 10 to 100 ms; more frequent readings find the moment of the
// update.
#include "tuner/power/power_log.hpp"

#include <chrono>

namespace hone {

void PowerLog::read_until(const std::stop_token& stop, PowerMeter& meter) {
    constexpr std::chrono::milliseconds between_readings{4};
    while (!stop.stop_requested()) {
        readings_.push_back(meter.read());
        std::this_thread::sleep_for(between_readings);
    }
}

std::vector<PowerReading> PowerLog::end(double from, double until) {
    thread_.request_stop();
    thread_.join();
    std::erase_if(readings_,
                  [&](const PowerReading& one) { return one.at < from || one.at > until; });
    return std::move(readings_);
}

}  // namespace hone
