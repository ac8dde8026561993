// SPDX-License-Identifier: MIT
// Tunes one problem as `hone tune` does, inside an application. The application only learns whether
// there is a new result.
#include "tuner/hone/tuner.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "db/model/printable.hpp"
#include "db/sqlite/database_path.hpp"
#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/devices/device_lock.hpp"
#include "tuner/worker/choose_clock.hpp"

namespace hone {
namespace {

LocalDevice found_here(const Device& device) {
    for (const LocalDevice& local : all_devices())
        if (local.device.name == device.name && local.device.driver == device.driver &&
            local.device.pci == device.pci)
            return local;
    throw Error(Exit::environment, fmt::format("{} is not in this machine", device.name));
}

Names names_of(const Settings& settings) {
    Names names;
    for (const Setting& setting : settings) {
        const bool is_word = std::holds_alternative<std::string>(setting.second);
        names[setting.first] = is_word ? Value(text(setting)) : Value(Number::parse(text(setting)));
    }
    return names;
}

bool tune_here(const std::string& what, const Device& device, const std::string& precision,
               const Settings& settings, std::chrono::milliseconds time_limit) {
    const auto began = std::chrono::steady_clock::now();
    const LocalDevice here = found_here(device);
    const std::vector<Space> spaces = spaces_named(what);
    const Problem problem = problem_for(spaces, precision, names_of(settings));
    DeviceLock lock(device);
    if (!lock.try_lock("first use of " + what))
        throw Error(Exit::environment, fmt::format("{} is timing {}", lock.holder(), device.name),
                    "start again when it has finished");
    Store store(database_path());
    store.recover();
    const std::atomic<bool> stop = false;
    TuneOptions options;
    options.command = [](const Space& space, const Problem& /*problem*/) {
        return fmt::format("first use of {}", space.name);
    };
    const Campaign campaign{.store = store, .stop = stop};
    std::vector<LocalDevice> timed{here};
    choose_clocks(timed, options.measure.timeouts.run);
    const auto prepared = std::chrono::steady_clock::now() - began;
    options.time_limit = std::max<std::chrono::nanoseconds>(time_limit - prepared, time_limit / 2);
    if (tune_problem(options, timed, spaces, problem, campaign).best() != nullptr) return true;
    throw Error(Exit::no, fmt::format("no config was timed within {:.3g} seconds",
                                      std::chrono::duration<double>(time_limit).count()));
}

}  // namespace

Tuned::Tuner tuner(std::chrono::milliseconds time_limit, const std::filesystem::path& space) {
    return [=](std::string_view what, const Device& device, std::string_view precision,
               const Settings& problem) {
        const std::string word = space.empty() ? std::string(what) : space.string();
        try {
            return tune_here(word, device, std::string(precision), problem, time_limit);
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}\n",
                       one_line(fmt::format("hone: {} was not tuned: {}", what, error.what())));
            return false;
        }
    };
}

}  // namespace hone
