// SPDX-License-Identifier: MIT
// One worker for each device, which compares the clocks and ends.
#include "tuner/worker/choose_clock.hpp"

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"

namespace hone {
namespace {

// Empty where the clocks agree, and where the worker cannot tell.
std::string clock_fault_of(const LocalDevice& device, std::chrono::milliseconds limit) {
    const auto worker = start_worker(device.placement, hone_program());
    worker->channel().send({{"do", "clock"}, {"device", to_message(device)}});
    Reply reply = wait_for_reply(*worker, limit);
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
