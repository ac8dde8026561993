// SPDX-License-Identifier: MIT
// Plans and build results as columns of the store.
#include "tuner/session/trial_fields.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "db/model/canonical_json.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {

MeasurementKey measurement_key(const BenchSetup& setup, Store& store) {
    return {.device = store.add(setup.device.device),
            .kernel = store.add(setup.kernel),
            .precision = setup.problem.precision,
            .problem = problem_text(setup.problem),
            .conditions =
                canonical({{"cache", setup.cold ? "cold" : "warm"}, {"options", setup.options}})};
}

void fill_trial(const Plan& plan, Trial& trial) {
    auto launches = nlohmann::ordered_json::array();
    for (const Launch& launch : plan.launches) {
        launches.push_back(
            {{"entry", launch.entry}, {"local", launch.local}, {"global", launch.global}});
    }
    trial.launches = launches.dump();
    if (!plan.launches.empty())
        trial.work_group = static_cast<std::int64_t>(plan.launches.front().work_items());
    trial.local_memory = plan.local_memory;
    trial.registers_expected = plan.registers;
    trial.flops = plan.flops;
    trial.bytes = plan.bytes;
}

void fill_trial(std::span<const KernelBuildInfo> built, Trial& trial) {
    for (const KernelBuildInfo& one : built) {
        trial.registers = std::max(trial.registers, one.registers);
        trial.spills = std::max(trial.spills, one.spills);
        trial.private_memory = std::max(trial.private_memory, one.private_memory);
        trial.local_memory_used = std::max(trial.local_memory_used, one.local_memory);
        trial.max_work_group = trial.max_work_group == 0
                                   ? one.max_work_group
                                   : std::min(trial.max_work_group, one.max_work_group);
    }
}

}  // namespace hone
