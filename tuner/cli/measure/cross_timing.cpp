// SPDX-License-Identifier: MIT
// Each problem is one run: its configs are prebuilt, checked one after the other, and those that
// are right are timed interleaved.
#include "tuner/cli/measure/cross_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/text/quantity.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/session/evaluator.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

// The best's config as one of these spaces has it, also where an older text of it stored it.
std::optional<ConfigOfKernel> config_of(const std::vector<Space>& spaces, const Best& best) {
    const auto space = std::ranges::find_if(
        spaces, [&](const Space& each) { return is_named(each, best.kernel); });
    if (space == spaces.end()) return std::nullopt;
    const auto config = config_from(*space, best.trial.config);
    return config ? std::optional(ConfigOfKernel{&*space, *config}) : std::nullopt;
}

}  // namespace

void collect_bests(Store& store, const std::vector<Space>& spaces, const LocalDevice& device,
                   std::string& precision, CrossTimings& tuned) {
    std::map<std::string, Best> fastest;
    for (const Best& best : store.bests({id_of(device.device), {}, {}, precision})) {
        if (!config_of(spaces, best)) continue;
        if (precision.empty()) precision = best.key.precision;
        if (best.key.precision != precision) continue;
        const auto [entry, fresh] = fastest.try_emplace(best.key.problem, best);
        if (!fresh && best.trial.time.median < entry->second.trial.time.median)
            entry->second = best;
    }
    std::set<ConfigOfKernel> known(tuned.configs.begin(), tuned.configs.end());
    for (const auto& [problem, best] : fastest) {
        const ConfigOfKernel choice = *config_of(spaces, best);
        tuned.targets.push_back({&device, problem_from(*choice.space, best.key), best.key});
        if (known.insert(choice).second) tuned.configs.push_back(choice);
    }
}

namespace {

// The rows of the matrix that belong to one kernel and are legal for one problem.
std::vector<std::size_t> rows_for(const Space& space, const DeviceProblem& target,
                                  const CrossTimings& tuned, const Evaluator& evaluator) {
    const Candidates legal(space, known_names(target.device->device, target.problem));
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < tuned.configs.size(); ++row) {
        const auto& [of, config] = tuned.configs[row];
        if (of == &space && legal.contains(config) &&
            evaluator.apply_rules(config).decision != Verdict::Decision::rejected)
            rows.push_back(row);
    }
    return rows;
}

// Prebuilds and checks the configs, and keeps those that are right.
void keep_right(Evaluator& evaluator, const CrossTimings& tuned, std::vector<std::size_t>& rows) {
    std::vector<std::size_t> right;
    std::size_t ahead = 0;
    for (std::size_t i = 0; i < rows.size() && !interrupted(); ++i) {
        for (; ahead < rows.size() && ahead <= i + evaluator.prebuild_depth(); ++ahead)
            evaluator.prebuild(evaluator.plan(tuned.configs[rows[ahead]].config));
        const Plan plan = evaluator.plan(tuned.configs[rows[i]].config);
        if (evaluator.evaluate(plan, Purpose::transfer, 0).outcome == Outcome::ok)
            right.push_back(rows[i]);
    }
    rows = right;
}

// Checks the configs of one kernel on one problem, then times the right ones interleaved.
void measure(const po::variables_map& given, Store& store, const Space& space,
             const DeviceProblem& target, std::size_t column, const CrossTimings& tuned,
             TimeMatrix& times) {
    constexpr std::size_t rounds = 15;
    const BenchSetup setup = make_setup(given, *target.device, space, target.problem);
    const Run run = begin_run(
        setup, store, "cover",
        fmt::format("hone cover {} --precision {}", word_for(space), target.problem.precision));
    Evaluator evaluator = make_evaluator(setup, timeouts_given(given), store, run);
    std::vector<std::size_t> rows = rows_for(space, target, tuned, evaluator);
    keep_right(evaluator, tuned, rows);
    std::vector<Config> right;
    for (const std::size_t row : rows) right.push_back(tuned.configs[row].config);
    const auto timed = right.empty() ? std::vector<Trial>{}
                                     : evaluator.time_interleaved(right, Purpose::transfer, rounds);
    for (std::size_t i = 0; i < timed.size(); ++i)
        if (timed[i].outcome == Outcome::ok) times[rows[i]][column] = timed[i].time.median;
    store.end(run.id, interrupted() ? State::interrupted : State::finished);
}

}  // namespace

TimeMatrix time_all(const po::variables_map& given, Store& store, const std::vector<Space>& spaces,
                    const CrossTimings& tuned) {
    TimeMatrix times(tuned.configs.size(), std::vector<double>(tuned.targets.size()));
    for (std::size_t p = 0; p < tuned.targets.size(); ++p) {
        const DeviceProblem& target = tuned.targets[p];
        if (verbosity_of(given) != Verbosity::quiet)
            say(fmt::format("hone: {}/{}: {} configs for {}", p + 1, tuned.targets.size(),
                            tuned.configs.size(), problem_words(target.problem)));
        for (const Space& space : spaces)
            if (!interrupted() && !unmet_requirement(space, *target.device, target.problem))
                measure(given, store, space, target, p, tuned, times);
    }
    return times;
}

}  // namespace hone::cli
