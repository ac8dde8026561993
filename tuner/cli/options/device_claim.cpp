// SPDX-License-Identifier: MIT
// Waits for a device lock; one line says how to go on without it.
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
    if (lock.try_lock(what)) return;
    say(fmt::format("hone: waiting for {}, which {} is timing; --no-lock goes on regardless",
                    device.name, lock.holder()));
    while (!interrupted() && !lock.try_lock(what)) std::this_thread::sleep_for(between_tries);
}

}  // namespace

void declare_device_claim(po::options_description& options) {
    options.add_options()(
        "no-lock", po::bool_switch(),
        "go on where another program times the device, instead of waiting for it");
}

DeviceClaim::DeviceClaim(const po::variables_map& given, std::string_view command,
                         const std::vector<LocalDevice>& devices) {
    if (is_on(given, "no-lock")) return;
    const std::string what = fmt::format("hone {} {}", command, word_of(given, "kernel"));
    for (const LocalDevice& local : devices)
        if (local.placement.host.empty())
            wait_for(held_.emplace_back(local.device), what, local.device);
}

}  // namespace hone::cli
