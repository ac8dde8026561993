// SPDX-License-Identifier: MIT
// The database is read again before each choice: what was just measured says where to go on.
#include "tuner/campaigns/tune_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

std::string note_on(const SizeChoice& choice) {
    if (!choice.loss) return {};
    return fmt::format("expected loss there: {:.1f} %", 100 * (std::exp2(*choice.loss) - 1));
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
          plan_(options.sizes, group.front(), spaces, campaign.store) {
        const std::size_t wanted = options.sizes.range.count;
        const std::size_t tuned = options.tune.resume ? std::min(wanted, plan_.tuned().size()) : 0;
        budget_ = {.wanted = wanted,
                   .tuned = tuned,
                   .each = longest_search(options.tune),
                   .deeper = tuned == wanted};
    }

    const SizesBudget& budget() const { return budget_; }

    std::vector<ProblemResult> tune() {
        if (budget_.deeper) return tune_again();
        for (std::size_t n = budget_.tuned; n < budget_.wanted && !campaign_.stop; ++n) {
            LossEstimate estimate(campaign_.store);
            const auto choice = plan_.next(estimate);
            if (!choice) break;
            tune_one(n + 1, *choice);
            if (!campaign_.stop) plan_.finish(choice->size);
        }
        return std::move(results_);
    }

  private:
    std::vector<ProblemResult> tune_again() {
        const std::vector<Extents> sizes = plan_.tuned();
        for (std::size_t n = 0; n < budget_.wanted && !campaign_.stop; ++n)
            tune_one(n + 1, {sizes[n]});
        return std::move(results_);
    }

    void tune_one(std::size_t number, const SizeChoice& choice) {
        const Problem problem = plan_.problem_of(choice.size);
        campaign_.on_step({.number = number,
                           .total = budget_.wanted,
                           .kernel = {},
                           .device = group_.front().device.name,
                           .problem = problem,
                           .note = note_on(choice)});
        results_.push_back(tune_problem(options_.tune, group_, spaces_, problem, campaign_));
    }

    const TuneSizesOptions& options_;
    const DeviceGroup& group_;
    const std::vector<Space>& spaces_;
    const Campaign& campaign_;
    SizePlan plan_;
    SizesBudget budget_;
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
