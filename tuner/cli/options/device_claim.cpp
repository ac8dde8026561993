// SPDX-License-Identifier: MIT
// Waiting is what a person wants who starts two runs one after the other; one line says how not to.
#include "tuner/cli/options/device_claim.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

constexpr std::chrono::milliseconds between_tries{100};

void wait_for(DeviceLock& lock, const std::string& what, const Device& device) {
    if (lock.take(what)) return;
    say(fmt::format("hone: waiting for {}, which {} is timing; --share goes on regardless",
                    device.name, lock.holder()));
    while (!interrupted() && !lock.take(what)) std::this_thread::sleep_for(between_tries);
}

}  // namespace

void declare_claim(po::options_description& options) {
    options.add_options()(
        "share", po::bool_switch(),
        "go on where another program times the device, instead of waiting for it");
}

Claim::Claim(const po::variables_map& given, std::string_view command,
             const std::vector<Found>& devices) {
    if (is_on(given, "share")) return;
    const std::string what = fmt::format("hone {} {}", command, word_of(given, "kernel"));
    for (const Found& found : devices)
        if (found.seat.host.empty()) wait_for(held_.emplace_back(found.device), what, found.device);
}

}  // namespace hone::cli
