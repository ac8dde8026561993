// SPDX-License-Identifier: MIT
// Times of different days are not comparable, so each config that the store would name as the best
// is timed again first.
#include "tuner/campaigns/adopt_faster.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "db/model/counting_trial.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

using TrialOfConfig = std::map<Config, Trial>;

// The trial that counts for each config of this run.
TrialOfConfig counting_trials(Evaluator& evaluator) {
    TrialOfConfig counting;
    for (const Trial& trial : evaluator.store().trials(evaluator.run().id))
        if (const auto config = config_from(evaluator.setup().space, trial.config))
            add_newer(counting, *config, trial);
    return counting;
}

// A config is faster only if the intervals do not overlap.
bool is_faster(const Trial& trial, const Trial& best) {
    return trial.outcome == Outcome::ok && trial.time.known() && trial.time.high < best.time.low;
}

std::optional<Best> stored_best(Evaluator& evaluator) {
    return evaluator.store().best(evaluator.run().key);
}

std::optional<Config> best_config(Evaluator& evaluator) {
    const auto best = stored_best(evaluator);
    return best ? config_from(evaluator.setup().space, best->trial.config) : std::nullopt;
}

// Keeps the configs that are faster than the best. If the run timed the best, too, that time is
// compared.
TrialOfConfig keep_faster(TrialOfConfig trials, const Best& best) {
    Trial current_best = best.trial;
    for (const auto& [config, trial] : trials)
        if (trial.config == best.trial.config && trial.outcome == Outcome::ok) current_best = trial;
    std::erase_if(trials, [&](const auto& each) { return !is_faster(each.second, current_best); });
    return trials;
}

// Times the best again. If the new time makes another config the best by an older time, times that
// one, too, until the best has a time of this run. The last config is the best.
std::vector<std::pair<Config, Trial>> time_bests(Evaluator& evaluator) {
    constexpr std::size_t rounds = 25;
    std::vector<std::pair<Config, Trial>> timed;
    for (auto best = best_config(evaluator);
         best && std::ranges::none_of(timed, [&](const auto& each) { return each.first == *best; });
         best = best_config(evaluator))
        timed.emplace_back(*best, evaluator.time_interleaved({*best}, Purpose::final, rounds)[0]);
    return timed;
}

}  // namespace

std::optional<Trial> adopt_faster(Evaluator& evaluator, const std::atomic<bool>& stop) {
    const auto best = stored_best(evaluator);
    if (!best || stop) return std::nullopt;
    TrialOfConfig fastest = keep_faster(counting_trials(evaluator), *best);
    if (fastest.empty()) return std::nullopt;
    std::optional<Config> current_best;
    for (const auto& [config, trial] : time_bests(evaluator)) {
        if (trial.outcome != Outcome::ok) continue;
        fastest[config] = trial;
        current_best = config;
    }
    const FinalCandidates candidates{.fastest = fastest, .always_timed = current_best};
    return rank_finalists(evaluator, candidates, stop).best;
}

}  // namespace hone
