// SPDX-License-Identifier: MIT
// Which configs are finalists, and how they are ranked.
#include "tuner/session/final_round.hpp"
#include "tuner/measure/bench_setup.hpp"

#include <algorithm>
#include <tuple>

#include "tuner/devices/device_facts.hpp"

namespace hone {
namespace {

constexpr std::size_t max_finalists = 5;
constexpr double finalist_within = 1.05;  // times the best median: slower configs cannot win
constexpr std::size_t rounds = 25;

using ConfigTrial = std::pair<Config, Trial>;

std::vector<ConfigTrial> by_time(const std::map<Config, Trial>& trials) {
    std::vector<ConfigTrial> sorted;
    for (const auto& [config, trial] : trials) {
        if (trial.outcome == Outcome::ok) sorted.emplace_back(config, trial);
    }
    std::sort(sorted.begin(), sorted.end(), [](const ConfigTrial& a, const ConfigTrial& b) {
        return a.second.time.median < b.second.time.median;
    });
    return sorted;
}

// A ragged problem with its legal configs: a config for aligned sizes alone need not be right on
// others.
struct RaggedCase {
    Problem problem;
    Candidates legal;
};

std::vector<RaggedCase> ragged_cases(const BenchSetup& setup) {
    std::vector<RaggedCase> all;
    for (const Problem& problem : ragged_problems(setup.problem)) {
        const Names known = known_names(setup.device.device, problem);
        all.push_back({problem, Candidates(setup.space, known)});
    }
    return all;
}

bool correct_on_ragged(Evaluator& evaluator, const Config& config,
                       const std::vector<RaggedCase>& cases, const std::atomic<bool>& stop) {
    return std::all_of(cases.begin(), cases.end(), [&](const RaggedCase& ragged) {
        return stop || !ragged.legal.contains(config) ||
               evaluator.check_other_problem(config, ragged.problem).outcome == Outcome::ok;
    });
}

std::vector<Config> finalists(Evaluator& evaluator, const BenchSetup& setup,
                              const std::vector<ConfigTrial>& sorted,
                              const std::atomic<bool>& stop) {
    const std::vector<RaggedCase> ragged = ragged_cases(setup);
    std::vector<Config> correct;
    double best_ns = 0;
    for (const auto& [config, trial] : sorted) {
        if (correct.size() == max_finalists || stop) break;
        if (best_ns > 0 && trial.time.low > finalist_within * best_ns) break;
        if (evaluator.known_wrong(config)) continue;
        if (!correct_on_ragged(evaluator, config, ragged, stop)) continue;
        correct.push_back(config);
        if (best_ns == 0) best_ns = trial.time.median;
    }
    return correct;
}

}  // namespace

bool simpler(const Trial& a, const Trial& b) {
    const auto cost = [](const Trial& t) {
        return std::tuple(t.local_memory, std::max(t.registers, t.registers_expected),
                          t.work_group);
    };
    return cost(a) < cost(b);
}

FinalRanking rank_finalists(Evaluator& evaluator, Store& store, const Run& run,
                            const BenchSetup& setup, const std::map<Config, Trial>& trials,
                            const std::atomic<bool>& stop) {
    const std::vector<Config> correct = finalists(evaluator, setup, by_time(trials), stop);
    if (correct.empty() || stop) return {};
    std::vector<Trial> finals = evaluator.time_interleaved(correct, Purpose::final, rounds);
    std::erase_if(finals, [](const Trial& trial) { return trial.outcome != Outcome::ok; });
    if (finals.empty()) return {};
    const auto faster = [](const Trial& a, const Trial& b) {
        return a.time.median < b.time.median;
    };
    std::sort(finals.begin(), finals.end(), faster);
    const Estimate fastest = finals.front().time;
    const auto end_of_tie = std::find_if(finals.begin(), finals.end(), [&](const Trial& trial) {
        return !hone::tied(trial.time, fastest);
    });
    std::stable_sort(finals.begin(), end_of_tie, simpler);
    const auto tied = static_cast<std::size_t>(end_of_tie - finals.begin());
    for (std::size_t rank = 0; rank < finals.size(); ++rank) {
        store.add(run.id, {.trial = finals[rank].id,
                           .rank = static_cast<std::int64_t>(rank + 1),
                           .tied = rank < tied && tied > 1});
    }
    return {.best = finals[0],
            .tied = {finals.begin() + 1, finals.begin() + static_cast<std::ptrdiff_t>(tied)}};
}

}  // namespace hone
