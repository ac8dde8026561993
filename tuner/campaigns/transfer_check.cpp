// SPDX-License-Identifier: MIT
// Each config is checked like any other. The correct ones are timed interleaved with the device's
// own best, since only times of the same method are comparable.
#include "tuner/campaigns/transfer_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "db/model/canonical_json.hpp"
#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/evaluation/trial_fields.hpp"

namespace hone {
namespace {

/// A config, and the device on which it was best.
struct ForeignConfig {
    std::string config, from;
};

/// One problem of one kernel, with the configs that were not tried on this device.
struct UntriedConfigs {
    Problem problem;
    std::vector<ForeignConfig> configs;

    bool contains(const std::string& config) const {
        return std::ranges::find(configs, config, &ForeignConfig::config) != configs.end();
    }
};

// The bests of the kernel under its current name and its former ones.
std::vector<Best> bests_of(Store& store, const Space& space, const std::string& precision) {
    std::vector<Best> all = store.bests({{}, space.name, {}, precision});
    for (const std::string& former : space.formerly.names)
        for (Best& best : store.bests({{}, former, {}, precision})) all.push_back(std::move(best));
    return all;
}

// The conditions without the clock: a config's quality does not depend on the clock that timed it.
std::string without_clock(const std::string& conditions) {
    Settings all = hone::settings_of(conditions);
    std::erase_if(all, [](const Setting& each) { return each.first == "clock"; });
    return canonical(all);
}

bool is_tried(Store& store, const MeasurementKey& key, const std::string& config) {
    return std::ranges::any_of(store.trials(key),
                               [&](const Trial& trial) { return trial.config == config; });
}

class UntriedSearch {
  public:
    UntriedSearch(const TransferOptions& options, const LocalDevice& device, const Space& space,
                  Store& store)
        : options_(options), device_(device), space_(space), store_(store) {
        for (const Problem& problem : options.problems) wanted_.insert(problem_text(problem));
    }

    // Returns the bests of other devices that this device has not tried, by precision and problem.
    std::vector<UntriedConfigs> search() {
        for (const Best& best : bests_of(store_, space_, options_.precision))
            if (is_foreign(best)) consider(best);
        std::vector<UntriedConfigs> list;
        for (auto& [key, untried] : found_) list.push_back(std::move(untried));
        return list;
    }

  private:
    bool is_foreign(const Best& best) const {
        return best.key.device != id_of(device_.device) &&
               (wanted_.empty() || wanted_.contains(best.key.problem));
    }

    void consider(const Best& best) {
        const MeasurementKey& other = best.key;
        const Problem problem = problem_from(space_, other);
        if (unmet_requirement(space_, device_, problem)) return;
        const MeasurementKey key =
            measurement_key(bench_setup(options_.measure, device_, space_, problem), store_);
        const auto config = config_from(space_, best.trial.config);
        // Another version of the space may not contain the config.
        if (without_clock(key.conditions) != without_clock(other.conditions) || !config) return;
        const std::string text = config_text(space_, *config);
        if (is_tried(store_, key, text)) return;
        UntriedConfigs& untried = found_[other.precision + other.problem];
        untried.problem = problem;
        if (!untried.contains(text)) untried.configs.push_back({text, best.device});
    }

    const TransferOptions& options_;
    const LocalDevice& device_;
    const Space& space_;
    Store& store_;
    std::set<std::string> wanted_;
    std::map<std::string, UntriedConfigs> found_;
};

class TransferCheck {
  public:
    TransferCheck(const TransferOptions& options, const LocalDevice& device, const Space& space,
                  const UntriedConfigs& untried, const Campaign& campaign)
        : untried_(untried),
          run_(campaign, bench_setup(options.measure, device, space, untried.problem),
               options.measure, "transfer", options.command(space, untried.problem)),
          own_best_(own_best()) {}

    std::vector<TransferredConfig> measure() {
        std::vector<Config> correct;
        for (const ForeignConfig& foreign : untried_.configs) {
            if (run_.stop()) break;
            const Trial trial = check(foreign.config);
            if (trial.outcome == Outcome::ok)
                correct.push_back(*config_from(run_.setup().space, foreign.config));
            else
                add(trial, 0);
        }
        if (!correct.empty() && !run_.stop()) time(correct);
        run_.finish();
        mark_adopted();
        return std::move(result_);
    }

  private:
    // Stores a trial for each config, even if the device's limits exclude it.
    Trial check(const std::string& text) {
        const auto config = config_from(run_.setup().space, text);
        if (!is_legal(run_.setup().space, *config, known_names(run_.setup())))
            return reject(text, "the space's constraints forbid it here");
        const RuleVerdict verdict = run_.evaluator().apply_rules(*config);
        if (verdict.decision == RuleVerdict::Decision::rejected)
            return reject(text, fmt::format("{}: {}", verdict.rule, verdict.reason));
        return run_.evaluator().evaluate(run_.evaluator().plan(*config), Purpose::transfer, 0);
    }

    Trial reject(const std::string& text, const std::string& why) {
        Trial trial;
        trial.run = run_.run().id;
        trial.config = text;
        trial.purpose = Purpose::transfer;
        trial.outcome = Outcome::rejected;
        trial.message = why;
        return run_.store().add(trial);
    }

    // The device's own best comes last.
    void time(std::vector<Config> configs) {
        constexpr std::size_t rounds = 15;
        const std::size_t count = configs.size();
        if (own_best_) configs.push_back(*own_best_);
        const auto timed = run_.evaluator().time_interleaved(configs, Purpose::transfer, rounds);
        const bool own_timed = timed.size() > count && timed.back().outcome == Outcome::ok;
        for (std::size_t i = 0; i < count; ++i)
            add(timed[i], own_timed ? timed.back().time.median : 0);
    }

    std::optional<Config> own_best() const {
        const auto best = run_.store().best(run_.run().key);
        return best ? config_from(run_.setup().space, best->trial.config) : std::nullopt;
    }

    void add(const Trial& trial, double own_best_ns) {
        const auto foreign =
            std::ranges::find(untried_.configs, trial.config, &ForeignConfig::config);
        result_.push_back({.device = run_.setup().device.device.name,
                           .kernel = run_.setup().space.name,
                           .problem = untried_.problem,
                           .from = foreign->from,
                           .trial = trial,
                           .own_best_ns = own_best_ns});
    }

    void mark_adopted() {
        const auto best = run_.store().best(run_.run().key);
        for (TransferredConfig& each : result_)
            each.adopted = best && best->trial.config == each.trial.config;
    }

    const UntriedConfigs& untried_;
    CampaignRun run_;
    std::optional<Config> own_best_;  // before any transfer
    std::vector<TransferredConfig> result_;
};

}  // namespace

std::vector<TransferredConfig> check_transfer(const TransferOptions& options,
                                              const std::vector<LocalDevice>& devices,
                                              const std::vector<Space>& spaces,
                                              const Campaign& campaign) {
    std::vector<TransferredConfig> all;
    for (const LocalDevice& device : devices) {
        for (const Space& space : spaces) {
            const auto untried = UntriedSearch(options, device, space, campaign.store).search();
            for (std::size_t i = 0; i < untried.size() && !campaign.stop; ++i) {
                campaign.on_step({.number = i + 1,
                                  .total = untried.size(),
                                  .kernel = space.name,
                                  .device = device.device.name,
                                  .problem = untried[i].problem,
                                  .configs = untried[i].configs.size()});
                std::ranges::move(
                    TransferCheck(options, device, space, untried[i], campaign).measure(),
                    std::back_inserter(all));
            }
        }
    }
    return all;
}

}  // namespace hone
