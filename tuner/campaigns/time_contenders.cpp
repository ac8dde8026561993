// SPDX-License-Identifier: MIT
// The database is read again before each problem: each time says more about the next.
#include "tuner/campaigns/time_contenders.hpp"

#include <algorithm>

#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/planning/loss_estimate.hpp"

namespace hone {
namespace {

constexpr const char* reason = "fast at other sizes, not timed here";
constexpr double far_behind = 1.5;  // times the best: the rest of such a measurement tells little

// Those of the kernel that the device can run.
std::vector<Config> configs_of(const std::vector<StoredConfig>& contenders, CampaignRun& run) {
    const Space& space = run.setup().space;
    std::vector<Config> configs;
    for (const StoredConfig& contender : contenders) {
        if (contender.kernel != space.name) continue;
        const auto config = config_from(space, contender.config);
        if (config && run.evaluator().can_run(*config)) configs.push_back(*config);
    }
    return configs;
}

bool has_any(const std::vector<StoredConfig>& contenders, const Space& space) {
    return std::ranges::find(contenders, space.name, &StoredConfig::kernel) != contenders.end();
}

}  // namespace

void time_contenders(const ContenderOptions& options, const LocalDevice& device,
                     const std::vector<Space>& spaces, const std::vector<Problem>& problems,
                     const Campaign& campaign) {
    for (std::size_t n = 0; n < problems.size() && !campaign.stop && !options.is_over(); ++n) {
        const Problem& problem = problems[n];
        const auto contenders =
            LossEstimate(campaign.store).untimed(name_asked_for(spaces), device.device, problem);
        if (contenders.empty()) continue;
        campaign.on_step({.number = n + 1,
                          .total = problems.size(),
                          .kernel = {},
                          .device = device.device.name,
                          .problem = problem,
                          .configs = contenders.size(),
                          .note = reason});
        for (const Space& space : spaces) {
            if (!has_any(contenders, space) || campaign.stop || options.is_over()) continue;
            CampaignRun run(campaign, bench_setup(options.measure, device, space, problem),
                            options.measure, "contenders", options.command(space, problem));
            const auto best = run.store().best(run.run().key);
            run.keep_correct(configs_of(contenders, run), Purpose::transfer,
                             best ? far_behind * best->trial.time.high : 0, options.is_over);
            run.finish();
        }
    }
}

}  // namespace hone
