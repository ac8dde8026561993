// SPDX-License-Identifier: MIT
// The worker that compares a device's clocks is kept and runs its kernels later.
#include "tuner/worker/choose_clock.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spaces/base/error.hpp"
#include "tuner/worker/idle_workers.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

// The comparison runs kernels of milliseconds. Regardless of the limits of a build and a run, only
// a driver that hangs exceeds these bounds.
constexpr std::chrono::milliseconds least_limit{10'000};
constexpr std::chrono::milliseconds longest_limit{30'000};

// Empty if the clocks agree, or if the worker cannot compare them.
std::string clock_fault_of(const LocalDevice& device, std::chrono::milliseconds limit) {
    Reply reply = ask_worker(location_of(device), {{"do", "clock"}, {"device", to_message(device)}},
                             std::clamp(limit, least_limit, longest_limit));
    if (reply.outcome == Outcome::timeout)
        throw Error(Exit::environment,
                    fmt::format("{}: the driver does not answer: {} to a kernel of milliseconds",
                                device.device.name, reply.why),
                    "resetting the device or restarting the machine may help; --device names "
                    "another");
    if (reply.message.contains("failed")) return {};
    return reply.read([](const Message& done) { return done.at("fault").get<std::string>(); })
        .value_or("");
}

}  // namespace

std::vector<ClockFault> choose_clocks(std::vector<LocalDevice>& devices,
                                      std::chrono::milliseconds limit) {
    std::vector<ClockFault> faults;
    for (const LocalDevice& device : devices) {
        if (device.clock == TimedBy::host) continue;
        if (std::string why = clock_fault_of(device, limit); !why.empty())
            faults.push_back({device.device.name, std::move(why)});
    }
    for (LocalDevice& device : devices)
        for (const ClockFault& fault : faults)
            if (fault.device == device.device.name) device.clock = TimedBy::host;
    return faults;
}

}  // namespace hone
