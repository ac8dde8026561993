// SPDX-License-Identifier: MIT
// The database is read again before each choice, so that new results guide the next one. A part of
// the time is kept for the end: configs that are fast at one size are then timed at the others.
#include "tuner/campaigns/tune_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tuner/campaigns/time_untimed.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int share_for_untimed = 3;  // a third of each size's time

std::string note_on(const SizeChoice& choice) {
    if (!choice.loss) return {};
    return "expected loss there: " + loss_words(*choice.loss);
}

/// One range of sizes, on one group of devices.
class SizeCampaign {
  public:
    SizeCampaign(const TuneSizesOptions& options, const DeviceGroup& group,
                 const std::vector<Space>& spaces, const Campaign& campaign)
        : options_(options),
          group_(group),
          spaces_(spaces),
          campaign_(campaign),
          plan_(options.sizes, group.front(), spaces, campaign.store,
                conditions_of_measurements(options.tune.measure, group.front())) {
        const std::size_t wanted = options.sizes.range.count;
        const std::size_t tuned = options.tune.resume ? std::min(wanted, plan_.tuned().size()) : 0;
        budget_ = {.wanted = wanted,
                   .tuned = tuned,
                   .each = longest_search(options.tune),
                   .deeper = tuned == wanted};
        if (budget_.each && uses_other_sizes(options.tune))
            for_untimed_ = *budget_.each / share_for_untimed;
    }

    const SizesBudget& budget() const { return budget_; }

    std::vector<ProblemResult> tune() {
        const std::size_t again = budget_.tuned < budget_.wanted && options_.tune.resume
                                      ? 0
                                      : std::min(budget_.wanted, plan_.tuned().size());
        tune_again(again);
        tune_chosen(std::max(again, budget_.tuned));
        time_untimed_everywhere();
        return std::move(results_);
    }

  private:
    void tune_chosen(std::size_t before) {
        for (std::size_t n = before; n < budget_.wanted && !campaign_.stop; ++n) {
            LossEstimate estimate(campaign_.store);
            const auto choice = plan_.next(estimate);
            if (!choice) break;
            tune_one(n + 1, *choice, &estimate);
            if (!campaign_.stop) plan_.finish(choice->size);
        }
    }

    void tune_again(std::size_t count) {
        const std::vector<Extents> sizes = plan_.tuned();
        for (std::size_t n = 0; n < count && !campaign_.stop; ++n) tune_one(n + 1, {sizes[n]});
    }

    void tune_one(std::size_t number, const SizeChoice& choice, LossEstimate* known = nullptr) {
        const Problem problem = plan_.problem_of(choice.size);
        campaign_.on_step({.number = number,
                           .total = budget_.wanted,
                           .kernel = {},
                           .device = group_.front().device.name,
                           .problem = problem,
                           .note = note_on(choice)});
        TuneOptions tune = options_.tune;
        if (tune.time_limit) *tune.time_limit -= for_untimed_;
        results_.push_back(tune_problem(tune, group_, spaces_, problem, campaign_, known));
    }

    void time_untimed_everywhere() {
        if (for_untimed_.count() == 0 || results_.empty()) return;
        const auto end = Clock::now() + for_untimed_ * static_cast<std::int64_t>(results_.size());
        time_untimed(
            {.measure = options_.tune.measure,
             .command = options_.tune.command,
             .is_over = [end] { return Clock::now() >= end; },
             .left = [end] { return end - Clock::now(); }},
            group_.front(), spaces_, [this](LossEstimate& now) { return plan_.next_to_time(now); },
            campaign_);
        for (ProblemResult& tuned : results_)
            for (auto& [task, result] : tuned.results) take_faster(result);
    }

    // Replaces the search's best if a faster config was adopted.
    void take_faster(TuningResult& result) const {
        const auto best = campaign_.store.best(result.run.key);
        if (!best || !result.best || best->trial.config == result.best->config) return;
        result.best = best->trial;
        result.tied.clear();
    }

    const TuneSizesOptions& options_;
    const DeviceGroup& group_;
    const std::vector<Space>& spaces_;
    const Campaign& campaign_;
    SizePlan plan_;
    SizesBudget budget_;
    std::chrono::nanoseconds for_untimed_{};  // for each size
    std::vector<ProblemResult> results_;
};

}  // namespace

std::vector<ProblemResult> tune_sizes(const TuneSizesOptions& options, const DeviceGroup& group,
                                      const std::vector<Space>& spaces, const Campaign& campaign,
                                      const std::function<void(const SizesBudget&)>& on_plan) {
    SizeCampaign sizes(options, group, spaces, campaign);
    on_plan(sizes.budget());
    return sizes.tune();
}

}  // namespace hone
