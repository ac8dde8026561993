// SPDX-License-Identifier: MIT
// The database is read again after each problem: what was timed says more about the next.
#include "tuner/campaigns/time_contenders.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "spaces/candidates/candidates.hpp"

#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

constexpr const char* reason = "expected to be fast there, not timed yet";
constexpr double far_behind = 1.5;  // times the best: the rest of such a measurement tells little

// Those of the kernel that the device can run and that were neither tried there nor wrong anywhere; of what is no
// candidate there what stands for it.
std::vector<Config> configs_of(const std::vector<StoredConfig>& contenders, CampaignRun& run) {
    const Space& space = run.setup().space;
    const Names& known = run.evaluator().known();
    // Made where it is needed: that takes half a second for some spaces.
    std::optional<Candidates> candidates;
    const auto stand_in = [&](const Config& config) {
        if (is_legal(space, config, known)) return std::optional(config);
        if (!candidates) candidates.emplace(space, known);
        return candidates->stand_in(config);
    };
    std::set<std::string> tried;
    for (const Trial& trial : run.store().trials(run.run().key)) tried.insert(trial.config);
    std::vector<Config> configs;
    for (const StoredConfig& contender : contenders) {
        if (contender.kernel != space.name) continue;
        const auto stored = config_from(space, contender.config);
        const auto config = stored ? stand_in(*stored) : std::nullopt;
        if (config && run.evaluator().can_run(*config) && !run.evaluator().known_wrong(*config) &&
            tried.insert(run.evaluator().text_of(*config)).second)
            configs.push_back(*config);
    }
    return configs;
}

bool has_any(const std::vector<StoredConfig>& contenders, const Space& space) {
    return std::ranges::find(contenders, space.name, &StoredConfig::kernel) != contenders.end();
}

}  // namespace

void time_contenders(const ContenderOptions& options, const LocalDevice& device,
                     const std::vector<Space>& spaces, const NextProblem& next,
                     const Campaign& campaign) {
    std::optional<LossEstimate> known;
    while (!campaign.stop && !options.is_over()) {
        if (!known) known.emplace(campaign.store);
        const auto problem = next(*known);
        if (!problem) return;
        const auto contenders = known->untimed(name_asked_for(spaces), device.device, *problem);
        if (contenders.empty()) continue;
        known.reset();
        campaign.on_step({.total = 0,
                          .kernel = {},
                          .device = device.device.name,
                          .problem = *problem,
                          .configs = contenders.size(),
                          .note = reason});
        for (const Space& space : spaces) {
            if (!has_any(contenders, space) || campaign.stop || options.is_over()) continue;
            CampaignRun run(campaign, bench_setup(options.measure, device, space, *problem),
                            options.measure, "contenders", options.command(space, *problem));
            const auto best = run.store().best(run.run().key);
            run.keep_correct(configs_of(contenders, run), Purpose::transfer,
                             best ? far_behind * best->trial.time.high : 0, options.is_over);
            run.finish();
        }
    }
}

}  // namespace hone
