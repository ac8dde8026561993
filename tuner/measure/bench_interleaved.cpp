// SPDX-License-Identifier: MIT
// Times several configs alternately: sentinels and finalists.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <numeric>

#include "tuner/measure/bench.hpp"

namespace hone {
// Sentinels and finalists are timed repeatedly, so this is a good moment to compare the clocks
// again. The comparison takes longer than timing a short kernel.
void Bench::compare_clocks(RunResult& result) {
    constexpr std::chrono::seconds interval{1};
    const auto now = std::chrono::steady_clock::now();
    if (clocks_compared_ && now - *clocks_compared_ < interval) return;
    const std::string fault = timer_.fault_by_now();
    if (fault.empty()) {
        clocks_compared_ = now;
        return;
    }
    result.outcome = Outcome::clock;
    result.message = "the device's clock does not agree with the host's any more: " + fault;
}

// In later rounds a config runs once before it is timed, since another config ran before.
RunResult Bench::time_after_others(const Config& config, std::size_t& batch) {
    return guarded([&](RunResult& result) {
        const LoadedProgram& kernel = loaded(config);
        if (!prepare(kernel, result)) return;
        LaunchRotation rotation = launch_rotation(kernel);
        if (batch == 0)
            batch = timer_.warm_up(rotation, before_each_run());
        else
            timer_.run(rotation, before_each_run());
        do result.samples.push_back(time_run(rotation, batch, result));
        while (result.outcome == Outcome::ok &&
               result.samples.size() < samples_of_round(static_cast<double>(result.samples[0])));
    });
}

// For a short kernel the host needs longer to prepare a run than the device needs to execute it. So
// the limit applies to the host's time; in the first round it applies to the device's time, since a
// driver may compile then.
std::vector<RunResult> Bench::time_interleaved(const std::vector<Config>& configs,
                                               std::size_t rounds, double max_ns,
                                               const std::function<void()>& on_stage) {
    std::vector<RunResult> results(configs.size(),
                                   guarded([&](RunResult& result) { compare_clocks(result); }));
    std::vector<std::size_t> batches(configs.size(), 0);
    double spent = 0;
    for (std::size_t round = 0; round < rounds && spent < max_ns; ++round) {
        const auto began = std::chrono::steady_clock::now();
        double on_device = 0;
        for (std::size_t i = 0; i < configs.size(); ++i) {
            const std::size_t c = interleaved_index(round, i, configs.size());
            if (results[c].outcome != Outcome::ok) continue;
            const RunResult one = time_after_others(configs[c], batches[c]);
            results[c].outcome = one.outcome;
            results[c].at_fault = one.at_fault;
            results[c].message = one.message;
            results[c].device_lost = one.device_lost;
            if (one.outcome != Outcome::ok) continue;
            std::ranges::copy(one.samples, std::back_inserter(results[c].samples));
            // The run before the first sample takes as long as that sample.
            on_device += std::accumulate(one.samples.begin(), one.samples.end(),
                                         static_cast<double>(one.samples.front()));
        }
        on_stage();
        const std::chrono::duration<double, std::nano> waited =
            std::chrono::steady_clock::now() - began;
        spent += round == 0 ? on_device : waited.count();
    }
    return results;
}

}  // namespace hone
