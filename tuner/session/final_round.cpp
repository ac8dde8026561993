// SPDX-License-Identifier: MIT
// Chooses the finalists and ranks them.
#include "tuner/session/final_round.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <numeric>
#include <tuple>

namespace hone {
namespace {

constexpr std::size_t max_finalists = 5;  // and as many again if these are slower than expected
constexpr std::size_t max_nearest = 16;   // candidates among which the finalists are chosen
constexpr double finalist_within = 1.05;  // times the fastest's time: slower configs cannot win,
constexpr double disturbed_ns = 1e4;      // beyond this time, which other work may add to a run
constexpr double tie_within = 1.01;       // times the fastest's time
constexpr double jumps_beyond = 1.25;     // the interval's upper end over its lower one
constexpr double hopeless_beyond = 2;     // times the fastest's time: few samples suffice
constexpr double enough_ns = 50e6;        // of samples for each finalist
constexpr double least_samples = 25, most_samples = 100;
constexpr std::size_t few_rounds = 5;
constexpr double few_samples = 5;
constexpr double beaten_beyond = 1.25;         // times the time that another kernel has reached
constexpr double comparison_ns = 10e6;         // of samples for each of the nearest
constexpr double longest_comparison_ns = 5e8;  // of samples for all of them

using ConfigTrial = std::pair<Config, Trial>;

bool faster(const Trial& a, const Trial& b) {
    return expected_time(a) < expected_time(b);
}

std::vector<ConfigTrial> by_time(const std::map<Config, Trial>& trials) {
    std::vector<ConfigTrial> sorted(trials.begin(), trials.end());
    std::ranges::sort(sorted, faster, &ConfigTrial::second);
    return sorted;
}

// The number of rounds after which a config with this time has this number of samples.
std::size_t rounds_for(double samples, double ns) {
    return static_cast<std::size_t>(std::ceil(samples / static_cast<double>(samples_of_round(ns))));
}

bool may_win(const Trial& trial, double fastest_ns) {
    return trial.time.low <= finalist_within * fastest_ns + disturbed_ns;
}

// Returns an empty value, or false, if the bench's time is up.
template <class Work>
auto or_empty_when_time_is_up(Work work) -> decltype(work()) {
    try {
        return work();
    } catch (const TimeIsUp&) {
        return {};
    }
}

class FinalRound {
  public:
    FinalRound(Evaluator& evaluator, const FinalCandidates& candidates,
               const std::atomic<bool>& stop)
        : evaluator_(evaluator),
          candidates_(candidates),
          sorted_(by_time(candidates.fastest)),
          stop_(stop) {}

    /// Returns the final trials of all finalists, the fastest first.
    std::vector<Trial> run() {
        if (!is_beaten()) time_nearest();
        admit_fastest();
        admit_always_timed();
        if (has_nothing_to_compare()) return {sorted_.front().second};
        std::vector<Trial> finals = time_finalists();
        for (int set = 1; set < max_finalist_sets && admit_overtakers(finals); ++set) {
            std::vector<Trial> again = time_finalists();
            if (again.empty()) break;
            finals = std::move(again);
        }
        if (!is_late()) std::ranges::move(time(hopeless_, few_rounds), std::back_inserter(finals));
        std::ranges::sort(finals, faster);
        return finals;
    }

  private:
    // The search takes few samples of each config, and at different moments: disturbances may
    // double the time of short runs. If more configs may win than there may be finalists, a
    // short interleaved comparison orders them.
    void time_nearest() {
        const std::vector<std::size_t> near = nearest();
        if (near.size() <= max_finalists || is_late() || stop_) return;
        std::vector<Config> configs;
        for (const std::size_t index : near) configs.push_back(sorted_[index].first);
        const double fastest_ns = expected_time(sorted_[near.front()].second);
        const double wanted = std::min(comparison_ns / fastest_ns, least_samples);
        if (wanted < few_samples) return;
        const std::vector<Samples> samples = or_empty_when_time_is_up([&] {
            return evaluator_.sample_interleaved(configs, rounds_for(wanted, fastest_ns),
                                                 longest_comparison_ns);
        });
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (samples[i].empty()) continue;
            Trial& trial = sorted_[near[i]].second;
            trial.samples = samples[i];
            trial.time = median_interval(samples[i]);
        }
        std::ranges::stable_sort(sorted_, faster, &ConfigTrial::second);
    }

    std::vector<std::size_t> nearest() const {
        std::vector<std::size_t> near;
        for (std::size_t index = 0; index < sorted_.size() && near.size() < max_nearest; ++index) {
            const auto& [config, trial] = sorted_[index];
            if (evaluator_.known_wrong(config)) continue;
            const double fastest_ns =
                expected_time(near.empty() ? trial : sorted_[near.front()].second);
            if (may_win(trial, fastest_ns)) near.push_back(index);
        }
        return near;
    }

    // Whether another kernel is much faster: then only one finalist is timed, with few samples.
    bool is_beaten() const {
        const double other = candidates_.other_kernel_ns;
        return other > 0 && !sorted_.empty() &&
               sorted_.front().second.time.low > beaten_beyond * other + disturbed_ns;
    }

    void admit_fastest() {
        const std::size_t most = is_beaten() ? 1 : max_finalists;
        for (const auto& [config, trial] : sorted_) {
            if (finalists_.size() == most || stop_) return;
            if (best_ns_ > 0 && !may_win(trial, best_ns_)) continue;
            if (is_late() && !finalists_.empty()) return;
            if (admit(config, finalists_) && best_ns_ == 0) best_ns_ = expected_time(trial);
        }
    }

    // Admits the config even if time is up. A hopeless config is timed apart, because it would take
    // several times its share.
    void admit_always_timed() {
        if (!candidates_.always_timed) return;
        const auto found = candidates_.fastest.find(*candidates_.always_timed);
        if (found == candidates_.fastest.end()) return;
        const bool hopeless = found->second.time.median > hopeless_beyond * best_ns_;
        admit(found->first, hopeless ? hopeless_ : finalists_);
    }

    // Admits configs whose search time is below the winner's final time.
    bool admit_overtakers(const std::vector<Trial>& finals) {
        if (finals.empty() || stop_) return false;
        const double winner_ns = expected_time(finals.front());
        const std::size_t before = finalists_.size();
        for (const auto& [config, trial] : sorted_) {
            if (finalists_.size() == before + max_finalists) break;
            if (expected_time(trial) * tie_within >= winner_ns) break;
            admit(config, finalists_);
        }
        return finalists_.size() > before;
    }

    bool admit(const Config& config, std::vector<Config>& into) {
        const bool is_new = std::ranges::find(finalists_, config) == finalists_.end();
        if (!is_new || stop_ || !is_right(config)) return false;
        std::erase(hopeless_, config);  // the slower winner shows that it competes
        into.push_back(config);
        return true;
    }

    bool is_right(const Config& config) {
        return or_empty_when_time_is_up([&] {
            return !evaluator_.known_wrong(config) && !evaluator_.failed_size_check(config);
        });
    }

    // Time is up and the only config takes seconds to time: it wins.
    bool has_nothing_to_compare() const {
        constexpr double long_ns = 1e9;
        return is_late() && sorted_.size() == 1 && finalists_.size() == 1 &&
               few_rounds * best_ns_ > long_ns;
    }

    bool is_late() const { return candidates_.time.all_is_over(); }

    // Short runs get more rounds: their samples vary more and cost less.
    std::size_t rounds() const {
        if (is_beaten()) return few_rounds;
        return rounds_for(std::clamp(enough_ns / best_ns_, least_samples, most_samples), best_ns_);
    }

    // A round of long runs takes seconds, so no round starts after the limit. Few samples are taken
    // even then.
    double longest_ns() const {
        constexpr std::chrono::nanoseconds least = std::chrono::seconds(1);
        const auto left = candidates_.time.all_left();
        if (!left) return Evaluator::longest_interleaved_ns;
        return std::min(static_cast<double>(std::max(*left, least).count()),
                        Evaluator::longest_interleaved_ns);
    }

    std::vector<Trial> time_finalists() {
        return time(finalists_, is_late() ? few_rounds : rounds());
    }

    std::vector<Trial> time(const std::vector<Config>& configs, std::size_t times) {
        if (configs.empty() || stop_) return {};
        std::vector<Trial> finals = or_empty_when_time_is_up([&] {
            return evaluator_.time_interleaved(configs, Purpose::final, times, longest_ns());
        });
        std::erase_if(finals, [](const Trial& trial) { return trial.outcome != Outcome::ok; });
        std::ranges::sort(finals, faster);
        return finals;
    }

    Evaluator& evaluator_;
    const FinalCandidates& candidates_;
    std::vector<ConfigTrial> sorted_;  // the fastest first
    const std::atomic<bool>& stop_;
    std::vector<Config> finalists_;  // timed interleaved
    std::vector<Config> hopeless_;   // timed apart, for the record
    double best_ns_ = 0;             // the best search time of the configs that passed the checks
};

}  // namespace

double expected_time(const Trial& trial) {
    const bool jumps = trial.time.high > jumps_beyond * trial.time.low;
    if (!jumps || trial.samples.empty()) return trial.time.median;
    const auto sum = std::accumulate(trial.samples.begin(), trial.samples.end(), 0.0);
    return sum / static_cast<double>(trial.samples.size());
}

bool equally_fast(const Trial& a, const Trial& b) {
    const auto [low, high] = std::minmax({expected_time(a), expected_time(b)});
    return tied(a.time, b.time) && high <= tie_within * low;
}

bool simpler(const Trial& a, const Trial& b) {
    const auto cost = [](const Trial& t) {
        return std::tuple(t.local_memory, std::max(t.registers, t.registers_expected),
                          t.work_group);
    };
    return cost(a) < cost(b);
}

FinalRanking rank_finalists(Evaluator& evaluator, const FinalCandidates& candidates,
                            const std::atomic<bool>& stop) {
    std::vector<Trial> finals = FinalRound(evaluator, candidates, stop).run();
    if (finals.empty()) return {};
    const Trial fastest = finals.front();
    const auto end_of_tie = std::ranges::find_if_not(
        finals, [&](const Trial& trial) { return equally_fast(trial, fastest); });
    std::stable_sort(finals.begin(), end_of_tie, simpler);
    const auto tied = static_cast<std::size_t>(end_of_tie - finals.begin());
    for (std::size_t rank = 0; rank < finals.size(); ++rank) {
        evaluator.store().add(evaluator.run().id, {.trial = finals[rank].id,
                                                   .rank = static_cast<std::int64_t>(rank + 1),
                                                   .tied = rank < tied && tied > 1});
    }
    return {.best = finals[0],
            .tied = {finals.begin() + 1, finals.begin() + static_cast<std::ptrdiff_t>(tied)},
            .finals = finals};
}

}  // namespace hone
