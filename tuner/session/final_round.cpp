// SPDX-License-Identifier: MIT
// Who gets into the finals, and who wins them.
#include "tuner/session/final_round.hpp"

#include <algorithm>
#include <tuple>

#include "tuner/devices/device_facts.hpp"

namespace hone {
namespace {

constexpr std::size_t most_finalists = 5;
constexpr double close = 1.05;  // times the best median: who is farther off has lost already
constexpr std::size_t rounds = 25;

using Entry = std::pair<Config, Trial>;

std::vector<Entry> by_time(const std::map<Config, Trial>& trials) {
    std::vector<Entry> sorted;
    for (const auto& [config, trial] : trials) {
        if (trial.outcome == Outcome::ok) sorted.emplace_back(config, trial);
    }
    std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
        return a.second.time.median < b.second.time.median;
    });
    return sorted;
}

// A ragged problem and what is legal for it: a config that is meant for aligned rows alone is not
// asked to serve others.
struct Trap {
    Problem problem;
    Candidates legal;
};

std::vector<Trap> traps(const BenchSetup& setup) {
    std::vector<Trap> all;
    for (const Problem& problem : ragged_problems(setup.problem)) {
        Names known = device_names(setup.device.device);
        known.merge(names_of(problem));
        all.push_back({problem, Candidates(setup.space, known)});
    }
    return all;
}

bool right_everywhere(Evaluator& evaluator, const Config& config, const std::vector<Trap>& traps,
                      const std::atomic<bool>& stop) {
    return std::all_of(traps.begin(), traps.end(), [&](const Trap& trap) {
        return stop || !trap.legal.contains(config) ||
               evaluator.prove(config, trap.problem).outcome == Outcome::ok;
    });
}

std::vector<Config> finalists(Evaluator& evaluator, const BenchSetup& setup,
                              const std::vector<Entry>& sorted, const std::atomic<bool>& stop) {
    const std::vector<Trap> ragged = traps(setup);
    std::vector<Config> proven;
    double best_ns = 0;
    for (const auto& [config, trial] : sorted) {
        if (proven.size() == most_finalists || stop) break;
        if (best_ns > 0 && trial.time.low > close * best_ns) break;
        if (evaluator.known_wrong(config)) continue;
        if (!right_everywhere(evaluator, config, ragged, stop)) continue;
        proven.push_back(config);
        if (best_ns == 0) best_ns = trial.time.median;
    }
    return proven;
}

}  // namespace

bool simpler(const Trial& a, const Trial& b) {
    const auto cost = [](const Trial& t) {
        return std::tuple(t.local_memory, std::max(t.registers, t.registers_expected),
                          t.work_group);
    };
    return cost(a) < cost(b);
}

Choice choose_best(Evaluator& evaluator, Store& store, const Run& run, const BenchSetup& setup,
                   const std::map<Config, Trial>& trials, const std::atomic<bool>& stop) {
    const std::vector<Config> proven = finalists(evaluator, setup, by_time(trials), stop);
    if (proven.empty() || stop) return {};
    std::vector<Trial> finals = evaluator.side_by_side(proven, Purpose::final, rounds);
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
