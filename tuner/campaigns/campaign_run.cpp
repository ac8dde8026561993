// SPDX-License-Identifier: MIT
// Builds configs ahead of the one that runs, if the bench can.
#include "tuner/campaigns/campaign_run.hpp"

#include <utility>

#include "db/store/kernel_origin.hpp"
#include "tuner/campaigns/adopt_faster.hpp"
#include "tuner/evaluation/trial_fields.hpp"

namespace hone {
namespace {

// Kernels that the user did not choose keep their recorded origin. The transaction preserves the
// origin even if hone is killed in between.
MeasurementKey key_of(const BenchSetup& setup, Store& store) {
    if (setup.named_by_user) return measurement_key(setup, store);
    MeasurementKey key;
    store.in_transaction([&] {
        const std::string origin = origin_of(store, id_of(setup.kernel));
        key = measurement_key(setup, store);
        set_origin(store, key.kernel, origin);
    });
    return key;
}

}  // namespace

CampaignRun::CampaignRun(const Campaign& campaign, BenchSetup setup, const MeasureOptions& options,
                         const std::string& strategy, const std::string& command)
    : campaign_(campaign),
      setup_(std::move(setup)),
      run_(campaign.store.start(run_of(setup_, key_of(setup_, campaign.store), strategy, command))),
      evaluator_(setup_, campaign.store, run_,
                 Pruner(setup_, options.timeouts, campaign.store, run_.key),
                 options.make_bench(setup_, options.timeouts), options.passed_checks) {}

CampaignRun::~CampaignRun() {
    if (is_ended_) return;
    try {
        store().end(run_.id, State::interrupted);
    } catch (const std::exception&) {  // the earlier error is already reported
    }
}

void CampaignRun::prebuild(const std::vector<Config>& configs) {
    for (const Config& config : configs) evaluator_.prebuild(evaluator_.plan(config));
}

std::vector<Config> CampaignRun::keep_correct(const std::vector<Config>& configs, Purpose purpose,
                                              double incumbent_ns,
                                              const std::function<bool()>& is_over) {
    std::vector<Config> correct;
    std::size_t ahead = 0;
    for (std::size_t i = 0; i < configs.size() && !stop() && !is_over(); ++i) {
        for (; ahead < configs.size() && ahead <= i + evaluator_.prebuild_depth(); ++ahead)
            evaluator_.prebuild(evaluator_.plan(configs[ahead]));
        const Trial trial = evaluator_.evaluate(evaluator_.plan(configs[i]), purpose, incumbent_ns);
        if (trial.outcome == Outcome::ok) correct.push_back(configs[i]);
    }
    return correct;
}

std::map<Config, Trial> CampaignRun::time_correct(const std::vector<Config>& configs,
                                                  Purpose purpose, std::size_t rounds) {
    const std::vector<Config> correct = keep_correct(configs, purpose);
    if (correct.empty() || stop()) return {};
    const std::vector<Trial> trials = evaluator_.time_interleaved(correct, purpose, rounds);
    std::map<Config, Trial> timed;
    for (std::size_t i = 0; i < trials.size(); ++i)
        if (trials[i].outcome == Outcome::ok) timed.emplace(correct[i], trials[i]);
    return timed;
}

void CampaignRun::finish() {
    adopt_faster(evaluator_, stop());
    store().end(run_.id, campaign_.end_state());
    is_ended_ = true;
}

}  // namespace hone
