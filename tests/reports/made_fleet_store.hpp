// SPDX-License-Identifier: MIT
// The members of a synthetic fleet as databases, one each, as hone itself would have stored them.
#pragma once

#include <filesystem>

#include "tests/db/samples.hpp"
#include "tests/reports/made_fleet.hpp"

namespace hone::made {

inline Kernel fleet_kernel(const FleetProblem& problem) {
    const std::string routine = problem.key.routine;
    return {FleetMaker::kernel_of(problem), routine, "kernel void " + routine + "() {}",
            "routine = '" + routine + "'"};
}

inline void store_trial(Store& store, const Run& run, const FleetProblem& problem,
                        std::size_t config, double time) {
    const auto tile = static_cast<std::int64_t>(config);
    Trial trial = time > 0 ? samples::trial(run.id, tile, std::llround(time))
                           : samples::failed(run.id, tile, Outcome::rejected);
    trial.config = fleet_config(config);
    trial.flops = problem.flops;
    trial.bytes = problem.bytes;
    trial.local_memory = time > 0 ? local_memory_of(config) : 0;
    trial.started = run.started + tile;
    if (config == 0) trial.purpose = Purpose::default_config;
    store.add(trial);
}

/// Stores the results of one member; its dates follow from its number.
inline void store_member(const FleetMaker& maker, std::size_t index,
                         const std::filesystem::path& file) {
    const FleetMember& member = maker.members()[index];
    Store store(file);
    store.connection().run("PRAGMA synchronous = OFF");  // it is made anew where it is lost
    store.in_transaction([&] {
        const std::string device = store.add(member.device);
        for (std::size_t i = 0; i < maker.problems().size(); ++i) {
            const FleetProblem& problem = maker.problems()[i];
            const Settings arguments = settings_of(std::string_view(problem.key.problem));
            Run run;
            run.key = {device, store.add(fleet_kernel(problem)), "f32", canonical(arguments)};
            run.strategy = "random";
            run.candidates = "24";
            run.tool = this_tool();
            run.started = 1'700'000'000'000 + static_cast<std::int64_t>(1000 * index);
            run = store.start(run);
            for (std::size_t k = 0; k < fleet_configs; ++k)
                store_trial(store, run, problem, k, member.times[i][k]);
            store.end(run.id, State::finished);
        }
    });
    Probe probe = samples::probe(store.add(member.device), 0, member.bytes_per_second);
    probe.name = probes::read_bandwidth;
    store.add(probe);
    probe.name = probes::fma_f32;
    probe.unit = "FLOP/s";
    probe.value = member.flops_per_second;
    store.add(probe);
}

}  // namespace hone::made
