// SPDX-License-Identifier: MIT
// Converts plans and build results to columns of the store.
#include "tuner/evaluation/trial_fields.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "db/model/canonical_json.hpp"
#include "db/program/trusted_texts.hpp"
#include "db/sqlite/version.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {

namespace {

// The device's own clock is the default, so it is not named.
std::string conditions_of(const BenchSetup& setup) {
    Settings conditions{{"cache", setup.cold ? "cold" : "warm"}, {"options", setup.options}};
    if (setup.device.clock != TimedBy::device)
        conditions.emplace_back("clock", std::string(word(setup.device.clock)));
    const auto& program = setup.space.program;
    if (program && !program->read.empty())
        conditions.emplace_back("figure", program->higher ? "higher" : "lower");
    return canonical(conditions);
}

// The user named this kernel: it may be built again without a confirmation.
void trust_texts(const BenchSetup& setup, const std::string& kernel) {
    trust_text(TextKind::kernel, kernel);
    if (!setup.options.empty()) trust_text(TextKind::options, setup.options);
    std::error_code error;
    const auto file = std::filesystem::canonical(setup.space.file, error);
    if (!error) trust_text(TextKind::file, file.string());
}

}  // namespace

MeasurementKey measurement_key(const BenchSetup& setup, Store& store) {
    std::string kernel = store.add(setup.kernel);
    if (setup.named_by_user) trust_texts(setup, kernel);
    return {.device = store.add(setup.device.device),
            .kernel = std::move(kernel),
            .precision = setup.problem.precision,
            .problem = problem_text(setup.problem),
            .conditions = conditions_of(setup)};
}

namespace {

using Json = nlohmann::ordered_json;

bool is_same(const Json& a, const Json& b) {
    return a["entry"] == b["entry"] && a["local"] == b["local"] && a["global"] == b["global"];
}

// Equal launches in sequence are written once, with their count.
Json launches_json(const Plan& plan) {
    Json all = Json::array();
    for (const Launch& launch : plan.launches) {
        Json one{{"entry", launch.entry}, {"local", launch.local}, {"global", launch.global}};
        if (all.empty() || !is_same(all.back(), one))
            all.push_back(std::move(one));
        else
            all.back()["times"] = all.back().value("times", 1) + 1;
    }
    return all;
}

}  // namespace

Run run_of(const BenchSetup& setup, const MeasurementKey& key, const std::string& strategy,
           const std::string& command) {
    Run run;
    run.key = key;
    run.clock = setup.device.clock;
    run.strategy = strategy;
    run.seed = static_cast<std::int64_t>(setup.seed);
    run.tool = this_tool();
    run.command = command;
    run.pci = setup.device.device.pci;
    run.uuid = setup.device.device.uuid;
    return run;
}

void fill_trial(const Plan& plan, Trial& trial) {
    trial.launches = launches_json(plan).dump();
    if (!plan.launches.empty())
        trial.work_group = static_cast<std::int64_t>(plan.launches[plan.main].work_items());
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
