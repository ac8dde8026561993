// SPDX-License-Identifier: MIT
// Runs a session for each kernel that can run the problem, as `hone tune` does, inside an
// application. The application learns only whether there is a new result.
#include "tuner/hone/tuner.hpp"
#include "tuner/measure/bench_setup.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "db/sqlite/database_path.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/devices/device_lock.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/session/kernel_selection.hpp"

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

Task task_for(const LocalDevice& device, const Space& space, const Problem& problem,
              std::chrono::milliseconds time_limit) {
    const Names known = known_names(device.device, problem);
    const Candidates candidates(space, known);
    Task task;
    task.setup = {.device = device,
                  .kernel = kernel_of(space),
                  .space = space,
                  .problem = problem,
                  .seed = 1,
                  .cold = is_memory_bound(make_plan(space, candidates.at(0), known)),
                  .options = {}};
    task.strategy = strategies()[0].name;
    task.time_limit = time_limit;
    task.command = fmt::format("first use of {}", space.name);
    return task;
}

bool tune_all(const std::string& what, const Device& device, const std::string& precision,
              const Settings& settings, std::chrono::milliseconds time_limit) {
    const LocalDevice here = found_here(device);
    std::vector<Task> tasks;
    for (const Space& space : spaces_named(what)) {
        const Problem problem = make_problem(space, precision, names_of(settings));
        if (!unmet_requirement(space, here, problem))
            tasks.push_back(task_for(here, space, problem, time_limit));
    }
    DeviceLock lock(device);
    if (!lock.try_lock("first use of " + what))
        throw Error(Exit::environment, fmt::format("{} is timing {}", lock.holder(), device.name),
                    "start again when it has finished");
    Store store(database_path());
    store.recover();
    const std::atomic<bool> go_on = false;
    bool found = false;
    for (Task& task : tasks) {
        task.time_limit = *task.time_limit / static_cast<std::int64_t>(tasks.size());
        found |= tune(
                     task, store, [](const Progress&) {}, go_on)
                     .best.has_value();
    }
    return found;
}

}  // namespace

Tuned::Tuner tuner(std::chrono::milliseconds time_limit, const std::filesystem::path& space) {
    return [=](std::string_view what, const Device& device, std::string_view precision,
               const Settings& problem) {
        const std::string word = space.empty() ? std::string(what) : space.string();
        try {
            return tune_all(word, device, std::string(precision), problem, time_limit);
        } catch (const std::exception& error) {
            fmt::print(stderr, "hone: {} is not tuned: {}\n", what, error.what());
            return false;
        }
    };
}

}  // namespace hone
