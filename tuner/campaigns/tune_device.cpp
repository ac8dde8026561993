// SPDX-License-Identifier: MIT
// Measures peaks first, then rechecks results of an older driver, then tunes sizes. In the
// remaining time, configs that are fast at one size are timed at others, starting where the
// expected loss is largest.
#include "tuner/campaigns/tune_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "tuner/campaigns/recheck.hpp"
#include "tuner/campaigns/time_untimed.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/planning/slot_scheduler.hpp"
#include "tuner/worker/probe_device.hpp"

namespace hone {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

constexpr std::array<std::string_view, 6> peaks{probes::fma_f32,        probes::read_bandwidth,
                                                probes::fma_f64,        probes::fma_f16,
                                                probes::copy_bandwidth, probes::launch_latency};
constexpr int share_before_tuning = 8;  // an eighth of the time
constexpr int share_at_end = 3;         // a third at the end
constexpr int share_at_early_end = 8;   // if few sizes of each slot can be tuned

// Returns the fastest best of each problem, if it was measured under another driver.
std::vector<StoredBest> bests_in_doubt(const std::vector<StoredBest>& bests) {
    std::map<std::tuple<std::string, std::string, std::string>, const StoredBest*> fastest;
    for (const StoredBest& stored : bests) {
        const Best& best = stored.best;
        const StoredBest*& known = fastest[{best.routine, best.key.precision, best.key.problem}];
        if (!known || best.trial.time.median < known->best.trial.time.median) known = &stored;
    }
    std::vector<StoredBest> all;
    for (const auto& [problem, stored] : fastest)
        if (!stored->same_driver) all.push_back(*stored);
    return all;
}

bool differ_in_layout(const Slot& a, const Slot& b) {
    return &a != &b && a.routine == b.routine && a.precision == b.precision;
}

/// The times that the searches of a routine took.
class RoutineSearches {
  public:
    void add(const ProblemResult& result, Nanoseconds limit, Nanoseconds took) {
        ++searches_;
        for (const auto& [task, kernel] : result.results)
            tried_ += static_cast<std::int64_t>(kernel.tried);
        took_ += took;
        beyond_limits_ += std::max(Nanoseconds{}, took - limit);
    }

    // The overhead of a size is about constant: starting workers, checking results and the final
    // rounds.
    Nanoseconds overhead() const {
        return searches_ == 0 ? Nanoseconds{} : beyond_limits_ / searches_;
    }
    std::optional<Nanoseconds> each_config() const {
        return tried_ == 0 ? std::nullopt : std::optional(took_ / tried_);
    }

  private:
    std::int64_t searches_ = 0;
    std::int64_t tried_ = 0;  // configs
    Nanoseconds took_{}, beyond_limits_{};
};

// Returns one of the reasons.
std::string why_no_best(const ProblemResult& result) {
    for (const auto& [task, tuned] : result.results) {
        const std::string& why = tuned.given_up.empty() ? tuned.failure : tuned.given_up;
        if (!why.empty()) return fmt::format("{}: {}", task.setup.kernel.name, why);
    }
    for (const auto& [kernel, why] : result.skipped)
        if (!why.empty()) return fmt::format("{}: {}", kernel, why);
    return "no config was tried";
}

/// The searches of all slots.
class DeviceCampaign {
  public:
    DeviceCampaign(const std::vector<Slot>& slots, const LocalDevice& device,
                   const TuneDeviceOptions& options, const Campaign& campaign,
                   const DeviceCallbacks& callbacks)
        : device_(device),
          options_(options),
          campaign_(campaign),
          callbacks_(callbacks),
          known_(std::in_place, campaign.store) {
        for (const Slot& slot : slots) {
            plans_.emplace_back(slot.sizes, device, slot.spaces, campaign.store,
                                conditions_of_measurements(options.tune.measure, device));
            results_.push_back({slot, plans_.back().tuned().size()});
            has_sizes_left_.push_back(true);
            searches_.try_emplace(slot.routine);
        }
        is_outdated_.assign(results_.size(), true);
        estimate_all();
    }

    std::vector<SlotResult> tune() {
        while (!campaign_.stop) {
            const auto search = next_search(states(), budget());
            if (!search) break;
            if (is_outdated_[search->slot])
                estimate(search->slot);
            else
                run(*search);
        }
        estimate_all();
        time_untimed_of_slots();
        for (std::size_t i = 0; i < results_.size(); ++i) name_tuned(i);
        return std::move(results_);
    }

  private:
    void name_tuned(std::size_t slot) {
        const auto conditions = conditions_of_measurements(options_.tune.measure, device_);
        SlotResult& result = results_[slot];
        for (const Extents& size : plans_[slot].tuned()) {
            const Problem problem = plans_[slot].problem_of(size);
            for (const Space& space : result.slot.spaces)
                result.problems.emplace(problem_text(problem), conditions(space, problem));
        }
    }

    void finish(const SlotSearch& search, const Extents& size, const ProblemResult& result) {
        SlotResult& tuned = results_[search.slot];
        const std::size_t before = plans_[search.slot].tuned().size();
        plans_[search.slot].finish(size);
        if (result.best())
            tuned.tuned += plans_[search.slot].tuned().size() - before;
        else
            tuned.failure = why_no_best(result);
        for (std::size_t i = 0; i < results_.size(); ++i)
            if (differ_in_layout(results_[i].slot, tuned.slot)) plans_[i].finish_other_layout(size);
    }

    // A measurement of one slot also improves the estimates of the other layouts of its routine and
    // precision. It usually lowers the expected loss, so a slot is estimated again only once it
    // comes first by its earlier estimate.
    void learn_about(const Slot& changed) {
        known_.emplace(campaign_.store);
        for (std::size_t i = 0; i < results_.size(); ++i) {
            const Slot& slot = results_[i].slot;
            if (&slot == &changed || differ_in_layout(slot, changed)) is_outdated_[i] = true;
        }
    }

    void estimate(std::size_t slot) {
        results_[slot].loss = plans_[slot].mean_loss(*known_);
        is_outdated_[slot] = false;
    }

    void estimate_all() {
        for (std::size_t i = 0; i < results_.size(); ++i)
            if (is_outdated_[i]) estimate(i);
    }

    std::vector<SlotState> states() const {
        std::vector<SlotState> states;
        for (std::size_t i = 0; i < results_.size(); ++i) {
            const RoutineSearches& searches = searches_.at(results_[i].slot.routine);
            states.push_back({.weight = results_[i].slot.weight,
                              .tuned = plans_[i].tuned().size(),
                              .loss = results_[i].loss,
                              .overhead = searches.overhead(),
                              .each_config = searches.each_config(),
                              .has_sizes_left = has_sizes_left_[i]});
        }
        return states;
    }

    // If few sizes are tuned, searches yield more.
    Nanoseconds time_at_end() const {
        constexpr std::size_t enough = 4;
        const bool few = sizes_of_each(results_.size(), options_.time_limit) < enough;
        return options_.time_limit / (few ? share_at_early_end : share_at_end);
    }

    TimeBudget budget() const {
        const Nanoseconds limit = options_.time_limit - time_at_end();
        return {.limit = limit, .left = limit - options_.elapsed()};
    }

    void run(const SlotSearch& search) {
        SizePlan& plan = plans_[search.slot];
        const auto choice = plan.next(*known_);
        has_sizes_left_[search.slot] = choice.has_value();
        if (!choice) return;
        const Problem problem = plan.problem_of(choice->size);
        const Nanoseconds began = options_.elapsed();
        callbacks_.on_search({results_, options_.time_limit - began, problem});
        TuneOptions tune = options_.tune;
        tune.time_limit = search.limit;
        const Slot& slot = results_[search.slot].slot;
        const ProblemResult result =
            tune_problem(tune, {device_}, slot.spaces, problem, campaign_, &*known_);
        if (campaign_.stop) return;
        finish(search, choice->size, result);
        learn_about(slot);
        estimate(search.slot);
        searches_.at(slot.routine).add(result, search.limit, options_.elapsed() - began);
    }

    // Time is divided by expected loss; a slot's unused time goes to the others.
    void time_untimed_of_slots() {
        const Slot* timed = nullptr;  // its results are not yet in `known_`
        for (std::size_t i = 0; i < results_.size() && !campaign_.stop; ++i) {
            if (timed && !differ_in_layout(*timed, results_[i].slot)) {
                learn_about(*std::exchange(timed, nullptr));
                estimate_all();
            }
            const Nanoseconds now = options_.elapsed();
            const std::vector<SlotState> slots = states();
            const double share = share_of_first(std::span(slots).subspan(i));
            const Nanoseconds end =
                now + std::chrono::duration_cast<Nanoseconds>(share * (options_.time_limit - now));
            const auto is_over = [&] { return options_.elapsed() >= end; };
            if (is_over()) break;
            if (!results_[i].loss) continue;  // no config is known to be fast there yet
            callbacks_.on_untimed(results_[i], options_.time_limit - now);
            time_untimed(
                {.measure = options_.tune.measure,
                 .command = options_.tune.command,
                 .is_over = is_over,
                 .left = [&] { return options_.time_limit - options_.elapsed(); }},
                device_, results_[i].slot.spaces,
                [&](LossEstimate& known) { return plans_[i].next_by_loss(known); }, campaign_);
            timed = &results_[i].slot;
        }
        if (timed) learn_about(*timed);
        estimate_all();
    }

    const LocalDevice& device_;
    const TuneDeviceOptions& options_;
    const Campaign& campaign_;
    const DeviceCallbacks& callbacks_;
    std::optional<LossEstimate> known_;  // the store's content after the last search
    std::vector<SizePlan> plans_;
    std::vector<SlotResult> results_;
    std::vector<bool> is_outdated_;  // whether a slot's expected loss is outdated
    std::vector<bool> has_sizes_left_;
    std::map<std::string, RoutineSearches> searches_;  // by routine
};

bool time_is_left_before_tuning(const TuneDeviceOptions& options, Nanoseconds step) {
    return options.elapsed() + step <= options.time_limit / share_before_tuning;
}

}  // namespace

std::optional<double> DeviceProgress::loss() const {
    double sum = 0;
    double weights = 0;
    for (const SlotResult& result : slots) {
        if (!result.loss) continue;
        sum += result.slot.weight * *result.loss;
        weights += result.slot.weight;
    }
    return weights > 0 ? std::optional(sum / weights) : std::nullopt;
}

void probe_peaks(const LocalDevice& device, const TuneDeviceOptions& options,
                 const Campaign& campaign, const DeviceCallbacks& callbacks) {
    constexpr std::chrono::seconds limit{60};
    constexpr std::chrono::seconds usual{5};
    const std::string id = campaign.store.add(device.device);
    std::vector<std::string> missing;
    for (const std::string_view peak : peaks)
        if (!campaign.store.probe(id, peak)) missing.emplace_back(peak);
    probe_device(device, missing, limit, campaign.store, [&](const std::string& name) {
        const bool goes_on = !campaign.stop && time_is_left_before_tuning(options, usual);
        if (goes_on) callbacks.on_probe(name);
        return goes_on;
    });
}

void recheck_after_driver(const LocalDevice& device, const TuneDeviceOptions& options,
                          const Campaign& campaign, const DeviceCallbacks& callbacks) {
    constexpr std::chrono::seconds usual{1};
    const RecheckOptions recheck_options{
        .measure = options.tune.measure,
        .spaces = current_spaces({}),
        .command = options.check_command,
        .goes_on = [&] { return time_is_left_before_tuning(options, usual); }};
    const auto doubtful = bests_in_doubt(bests_of_device(recheck_options, device, campaign.store));
    if (doubtful.empty()) return;
    callbacks.on_recheck(doubtful.size());
    const std::size_t timed = recheck(recheck_options, device, doubtful, campaign).size();
    callbacks.on_rechecked(timed, doubtful.size());
}

std::vector<SlotResult> tune_slots(const std::vector<Slot>& slots, const LocalDevice& device,
                                   const TuneDeviceOptions& options, const Campaign& campaign,
                                   const DeviceCallbacks& callbacks) {
    return DeviceCampaign(slots, device, options, campaign, callbacks).tune();
}

std::function<std::chrono::nanoseconds()> clock_from_now() {
    const auto began = std::chrono::steady_clock::now();
    return [began] { return std::chrono::steady_clock::now() - began; };
}

}  // namespace hone
