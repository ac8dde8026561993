// SPDX-License-Identifier: MIT
// If the config of a step is not legal here, the nearest legal config is measured.
#include "tuner/campaigns/ladder_climb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/kernel_selection.hpp"

namespace hone {
namespace {

using TrialOfConfig = std::map<Config, Trial>;

TimedStep time_step(const LegalLadderStep& ladder_step, CampaignRun& run, TrialOfConfig& known) {
    const Config& config = ladder_step.legal;
    TimedStep step{.name = ladder_step.name,
                   .moved = differences(run.setup().space, ladder_step.requested, config)};
    const RuleVerdict verdict = run.evaluator().apply_rules(config);
    if (verdict.decision == RuleVerdict::Decision::rejected) {
        step.rejected = fmt::format("{}, {}", verdict.rule, verdict.reason);
        return step;
    }
    auto earlier = known.find(config);
    if (earlier == known.end()) {
        const Plan plan = run.evaluator().plan(config);
        earlier = known.emplace(config, run.evaluator().evaluate(plan, Purpose::ladder, 0)).first;
    }
    step.trial = earlier->second;
    return step;
}

std::optional<std::string> hindrance(const LocalDevice& device, const Space& space,
                                     const Problem& problem) {
    if (auto why = unmet_requirement(space, device, problem)) return why;
    if (!space.ladder_for(problem.precision).empty()) return std::nullopt;
    return fmt::format("its ladder has no step for {}", problem.precision);
}

}  // namespace

std::vector<std::string> differences(const Space& space, const Config& requested,
                                     const Config& legal) {
    std::vector<std::string> parts;
    for (std::size_t p = 0; p < requested.size(); ++p) {
        if (requested[p] == legal[p]) continue;
        const auto& [name, values] = space.parameters[p];
        parts.push_back(fmt::format("{}={} instead of {}", name, text(values[legal[p]]),
                                    text(values[requested[p]])));
    }
    return parts;
}

std::vector<StepGain> LadderClimb::gains() const {
    std::vector<StepGain> all;
    double first = 0;
    double last = 0;
    for (const TimedStep& step : steps) {
        const double time = step.time();
        all.push_back({time > 0 ? last / time : 0, time > 0 ? first / time : 0});
        if (time > 0) last = time;
        if (first == 0) first = time;
    }
    return all;
}

bool LadderClimb::any_timed() const {
    return std::ranges::any_of(steps, [](const TimedStep& step) { return step.time() > 0; });
}

LadderClimb climb_ladder(const LadderOptions& options, const LocalDevice& device,
                         const Space& space, const Problem& problem, const Campaign& campaign) {
    LadderClimb climb{space.name, problem, device.device.name};
    if (const auto why = hindrance(device, space, problem)) {
        climb.hindrance = *why;
        return climb;
    }
    CampaignRun run(campaign, bench_setup(options.measure, device, space, problem), options.measure,
                    "ladder", options.command(space, problem));
    climb.run = run.run().id;
    const std::vector<LegalLadderStep> all =
        legal_ladder_steps(space, problem.precision, Candidates(space, run.evaluator().known()));
    TrialOfConfig known;
    for (const LegalLadderStep& ladder_step : all) {
        if (campaign.stop) break;
        campaign.on_step({.number = climb.steps.size() + 1,
                          .total = all.size(),
                          .kernel = space.name,
                          .device = climb.device,
                          .problem = problem,
                          .name = ladder_step.name});
        climb.steps.push_back(time_step(ladder_step, run, known));
    }
    run.finish();
    return climb;
}

}  // namespace hone
