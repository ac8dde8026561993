// SPDX-License-Identifier: MIT
// Waits for a device lock, and prints how to continue without it.
#include "tuner/cli/options/device_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/worker/choose_clock.hpp"

namespace hone::cli {
namespace {

constexpr std::chrono::milliseconds between_tries{100};

void wait_for(DeviceLock& lock, const std::string& what, const Device& device) {
    if (lock.try_lock(what)) return;
    say(fmt::format("hone: waiting for {}: {} is timing it; --no-lock skips the wait", device.name,
                    lock.holder()));
    while (!interrupted() && !lock.try_lock(what)) std::this_thread::sleep_for(between_tries);
}

}  // namespace

void declare_device_claim(po::options_description& options) {
    options.add_options()("no-lock", po::bool_switch(),
                          "do not wait while another hone times the device");
}

ClaimOptions claim_options(const po::variables_map& given, std::string_view command) {
    const std::string of = word_of(given, given.count("command") != 0 ? "command" : "kernel");
    ClaimOptions options{.no_lock = is_on(given, "no-lock"),
                         .what = fmt::format("hone {}{}{}", command, of.empty() ? "" : " ", of)};
    if (given.count("build-timeout") != 0) {
        const Timeouts timeouts = timeouts_given(given);
        options.limit = std::max(options.limit, timeouts.build + timeouts.run);
    }
    return options;
}

DeviceClaim::DeviceClaim(const ClaimOptions& options, std::vector<LocalDevice> devices)
    : devices_(std::move(devices)) {
    for (const LocalDevice& local : devices_)
        if (local.placement.host.empty() && !options.no_lock)
            wait_for(held_.emplace_back(local.device), options.what, local.device);
    if (interrupted()) return;
    for (const ClockFault& fault : choose_clocks(devices_, options.limit))
        say(fmt::format("hone: the host's clock times {}; of the device's own: {}", fault.device,
                        fault.why));
}

}  // namespace hone::cli
