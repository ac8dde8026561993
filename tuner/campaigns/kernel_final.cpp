// SPDX-License-Identifier: MIT
// In each round, every kernel runs a few times; the order alternates.
#include "tuner/campaigns/kernel_final.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <utility>

#include "kernels/launch/launch_rotation.hpp"
#include "kernels/workload/size_limits.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/evaluation/evaluator.hpp"
#include "tuner/evaluation/trial_fields.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/kept_benches.hpp"
#include "tuner/session/final_round.hpp"
#include "tuner/session/sustained_round.hpp"

namespace hone {
namespace {

constexpr double within = 1.10;  // times the fastest's time
constexpr std::size_t max_rounds = 5;
constexpr std::size_t least_rounds = 2;
constexpr double runs_of_round = 5;
constexpr double round_ns = 1e8;    // a longer run gets a round with one run
constexpr double longest_ns = 5e9;  // of device time, for all kernels

bool may_be_fastest(const Trial& trial, const Trial& fastest) {
    return expected_time(trial) <= within * expected_time(fastest) ||
           tied(trial.time, fastest.time);
}

bool by_time(const KernelResult* a, const KernelResult* b) {
    return expected_time(*a->second.best) < expected_time(*b->second.best);
}

double sustained_value(const KernelResult& result) {
    const auto& [task, tuned] = result;
    return *value_of(tuned.sustained.finalists.front().sustained, task.objective);
}

bool by_sustained_value(const KernelResult* a, const KernelResult* b) {
    return sustained_value(*a) < sustained_value(*b);
}

std::vector<KernelResult*> unless_alone(const std::vector<KernelResult*>& kernels) {
    return kernels.size() > 1 ? kernels : std::vector<KernelResult*>{};
}

Timeouts until(Timeouts timeouts, std::optional<Deadline> end) {
    timeouts.end = end;
    timeouts.for_first_result = {};
    return timeouts;
}

/// A kernel with its best config, and with configs that replace that one as the stored best.
class Entrant {
  public:
    Entrant(KernelResult& result, Store& store, std::optional<Deadline> end)
        : result_(result),
          evaluator_(task().setup, store, run(),
                     Pruner(task().setup, task().timeouts, store, run().key),
                     task().make_bench(task().setup, until(task().timeouts, end)),
                     task().passed_checks, task().forced) {
        admit(result.second.best->config);
    }

    const Task& task() const { return result_.first; }

    /// Runs one round. Returns false if a config did not run.
    bool run_round(double max_ns) {
        latest_ = evaluator_.sample_interleaved(configs_, runs(), max_ns);
        return std::ranges::none_of(latest_, &Samples::empty);
    }
    /// Keeps the samples of the last round. Call it if all kernels completed that round.
    void keep_round() {
        for (std::size_t i = 0; i < configs_.size(); ++i) {
            std::ranges::copy(latest_[i], std::back_inserter(samples_[configs_[i]]));
            spent_ns_ += std::accumulate(latest_[i].begin(), latest_[i].end(), 0.0);
        }
    }
    double spent_ns() const { return spent_ns_; }
    /// The size of its bench's buffers on the device.
    std::size_t bytes() { return evaluator_.bench().bytes(); }
    /// Frees the device and the worker for the next kernel.
    void rest() { evaluator_.bench().rest(); }

    void store_times() {
        for (const Config& config : configs_) {
            CheckedTiming timing;
            timing.samples = std::exchange(samples_[config], {});
            timed_[config] = evaluator_.add_timed(config, Purpose::final, timing);
        }
        evaluator_.store().end(run().id, State::finished);  // applications get the new times
        spent_ns_ = 0;
    }

    /// If the new times make another config the stored best, that config is timed in the next
    /// set. Returns whether there is one.
    bool admit_successor() {
        const auto best = evaluator_.store().best(run().key);
        return best && admit(best->trial.config);
    }

    /// Adds the config with the lowest objective to those under load. Returns false if it is
    /// already there.
    bool admit_least() { return sustained_.try_emplace(finalists().front().trial.id).second; }

    /// Runs one round under sustained load. Returns false if a config did not run.
    bool measure_sustained() {
        std::string fault;
        for (const auto& [trial, config] : sustained_configs()) {
            auto now = measure_objective(evaluator_, config, task().objective, fault);
            if (!now) return false;
            now->trial = trial;
            SustainedTiming& known = sustained_[trial];
            known = known.seconds > 0 ? joined(known, *now) : *now;
        }
        return true;
    }

    void store_sustained() {
        for (SustainedFinalist& each : finalists()) {
            const auto found = sustained_.find(each.trial.id);
            if (found == sustained_.end()) continue;
            each.sustained = std::exchange(found->second, {});
            evaluator_.store().add(each.sustained);
        }
        std::ranges::stable_sort(finalists(), {}, [this](const SustainedFinalist& each) {
            return *value_of(each.sustained, task().objective);
        });
        result_.second.best = finalists().front().trial;
    }

    // A config outside of the search's candidates is not a result. For other objectives the result
    // stays.
    void update_result() {
        if (task().objective != Objective::time) return;
        const auto best = evaluator_.store().best(run().key);
        std::string text = result_.second.best->config;
        for (const auto& [config, trial] : timed_)
            if (best && trial.config == best->trial.config && is_candidate(config))
                text = trial.config;
        for (const auto& [config, trial] : timed_)
            if (trial.config == text) result_.second.best = trial;
    }

  private:
    const Run& run() const { return result_.second.run; }
    std::vector<SustainedFinalist>& finalists() { return result_.second.sustained.finalists; }

    std::map<std::string, Config> sustained_configs() {
        std::map<std::string, Config> configs;
        for (const SustainedFinalist& each : finalists())
            if (sustained_.contains(each.trial.id))
                configs[each.trial.id] = *config_from(task().setup.space, each.trial.config);
        return configs;
    }

    bool admit(const std::string& text) {
        const auto config = config_from(task().setup.space, text);
        if (!config || std::ranges::find(configs_, *config) != configs_.end()) return false;
        configs_.push_back(*config);
        return true;
    }

    bool is_candidate(const Config& config) const {
        return task().candidates && task().candidates->contains(config);
    }

    std::size_t runs() const {
        return static_cast<std::size_t>(
            std::clamp(round_ns / result_.second.best->time.median, 1.0, runs_of_round));
    }

    KernelResult& result_;
    Evaluator evaluator_;
    std::vector<Config> configs_;
    std::vector<Samples> latest_;  // of each config, in the last round
    std::map<Config, Samples> samples_;
    std::map<Config, Trial> timed_;
    double spent_ns_ = 0;
    // By trial id, for all rounds of a set of finalists. `seconds` is 0 before the first round.
    std::map<std::string, SustainedTiming> sustained_;
};

class KernelFinal {
  public:
    KernelFinal(std::span<KernelResult* const> kernels, const Campaign& campaign,
                std::optional<Deadline> end)
        : campaign_(campaign) {
        for (KernelResult* kernel : kernels) entrants_.emplace_back(*kernel, campaign.store, end);
    }

    void run_alternating() {
        for (int set = 0; set < max_finalist_sets; ++set) {
            if (!time_finalists()) return;
            for (Entrant& each : entrants_) each.store_times();
            for (Entrant& each : entrants_) each.update_result();
            if (!admit_successors()) return;
        }
    }

    void run_sustained() {
        for (int set = 0; set < max_finalist_sets && admit_least(); ++set) {
            for (const std::size_t round : {std::size_t{0}, std::size_t{1}})
                for (Entrant* each : in_order(round))
                    if (campaign_.stop || !each->measure_sustained()) return;
            for (Entrant& each : entrants_) each.store_sustained();
        }
    }

  private:
    std::vector<Entrant*> in_order(std::size_t round) {
        std::vector<Entrant*> order(entrants_.size());
        std::size_t i = 0;
        for (Entrant& each : entrants_) order[alternating_index(round, i++, order.size())] = &each;
        return order;
    }

    bool admit_least() {
        bool any = false;
        for (Entrant& each : entrants_) any |= each.admit_least();
        return any;
    }

    bool admit_successors() {
        bool any = false;
        for (Entrant& each : entrants_) any |= each.admit_successor();
        return any;
    }

    // Returns false if the kernels completed too few common rounds.
    bool time_finalists() {
        std::size_t round = 0;
        for (; round < max_rounds && !campaign_.stop; ++round) {
            if (round >= least_rounds && spent_ns() > longest_ns) break;
            if (!run_round(round)) break;
        }
        return round >= least_rounds;
    }

    // A round does not count if it is cut off by the deadline.
    bool run_round(std::size_t round) {
        const auto ran = [this](Entrant* each) {
            const bool all_ran = each->run_round(longest_ns);
            if (fit_one_worker(*each)) each->rest();
            return all_ran;
        };
        try {
            if (!std::ranges::all_of(in_order(round), ran)) return false;
        } catch (const TimeIsUp&) {
            return false;
        }
        for (Entrant& each : entrants_) each.keep_round();
        return true;
    }

    // If the benches of all kernels fit into one worker's cache, no bench is opened again; benches
    // from the search are reused.
    bool fit_one_worker(Entrant& one) const {
        return entrants_.size() <= KeptBenches::most &&
               entrants_.size() * one.bytes() <= KeptBenches::bytes_of_worker;
    }

    double spent_ns() const {
        double sum = 0;
        for (const Entrant& each : entrants_) sum += each.spent_ns();
        return sum;
    }

    const Campaign& campaign_;
    std::list<Entrant> entrants_;  // a list, because evaluators must not move
};

// Each kernel's worker allocates all buffers of the problem.
bool fit_together(std::span<KernelResult* const> kernels) {
    return std::ranges::all_of(kernels, [&](const KernelResult* each) {
        const BenchSetup& setup = each->first.setup;
        Names known = known_names(setup);
        const auto memory = setup.device.device.global_memory;
        known["device.global_memory"] =
            Number(memory / static_cast<std::int64_t>(2 * kernels.size()));
        return memory <= 0 || size_fault(setup.space, setup.problem, known).empty();
    });
}

void run_final(std::span<KernelResult* const> kernels, const Campaign& campaign,
               std::optional<Deadline> end, void (KernelFinal::*round)()) {
    if (!fit_together(kernels)) return;
    try {
        KernelFinal final_round(kernels, campaign, end);
        (final_round.*round)();
    } catch (const Error& error) {
        // The time is over, or the device does not support two workers: the earlier results stay.
        if (error.exit() != Exit::environment) throw;
    }
}

}  // namespace

std::vector<KernelResult*> kernels_within_reach(std::span<KernelResult* const> results) {
    std::vector<KernelResult*> near(results.begin(), results.end());
    std::erase_if(near, [](const KernelResult* each) { return !each->second.best; });
    if (near.empty()) return {};
    std::ranges::stable_sort(near, by_time);
    std::erase_if(near, [fastest = *near.front()->second.best](const KernelResult* each) {
        return !may_be_fastest(*each->second.best, fastest);
    });
    return unless_alone(near);
}

std::vector<KernelResult*> kernels_within_reach_sustained(std::span<KernelResult* const> results) {
    std::vector<KernelResult*> near(results.begin(), results.end());
    std::erase_if(near, [](const KernelResult* each) {
        return each->first.objective == Objective::time || each->second.sustained.finalists.empty();
    });
    if (near.empty()) return {};
    std::ranges::stable_sort(near, by_sustained_value);
    std::erase_if(near, [least = sustained_value(*near.front())](const KernelResult* each) {
        return sustained_value(*each) > within * least;
    });
    return unless_alone(near);
}

void compare_kernels(std::span<KernelResult* const> kernels, const Campaign& campaign,
                     std::optional<Deadline> end) {
    run_final(kernels, campaign, end, &KernelFinal::run_alternating);
}

void compare_sustained(std::span<KernelResult* const> kernels, const Campaign& campaign,
                       std::optional<Deadline> end) {
    run_final(kernels, campaign, end, &KernelFinal::run_sustained);
}

}  // namespace hone
