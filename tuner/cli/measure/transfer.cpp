// SPDX-License-Identifier: MIT
// Each transferred config is checked like any other; those that are right are timed interleaved
// with the device's own best, since only times that were taken alike can be compared.
#include "tuner/cli/measure/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/session/evaluator.hpp"
#include "tuner/session/kernel_selection.hpp"
#include "tuner/session/trial_fields.hpp"

namespace hone::cli {
namespace {

/// A config, and the device that it was best on.
struct TransferredConfig {
    std::string config, from;
};

/// One problem of one kernel, with the configs that were not tried here.
struct UntriedConfigs {
    Problem problem;
    std::vector<TransferredConfig> configs;
};

std::set<std::string> problems_selected(const po::variables_map& given, const Space& space) {
    std::set<std::string> all;
    if (given.count("size") != 0)
        for (const Problem& problem : problems_given(given, {space}))
            all.insert(problem_text(problem));
    return all;
}

// The bests of the kernel, under its name of today and its former ones.
std::vector<Best> bests_of(Store& store, const Space& space, const std::string& precision) {
    std::vector<Best> all = store.bests({{}, space.name, {}, precision});
    for (const std::string& former : space.formerly.names)
        for (Best& best : store.bests({{}, former, {}, precision})) all.push_back(std::move(best));
    return all;
}

// By problem and conditions, the bests of other devices that this device has not tried.
std::vector<UntriedConfigs> untried_configs(const po::variables_map& given, const Space& space,
                                            const LocalDevice& device, Store& store) {
    const std::string device_id = id_of(device.device);
    const std::set<std::string> meant = problems_selected(given, space);
    std::map<std::string, UntriedConfigs> all;
    for (const Best& best : bests_of(store, space, word_of(given, "precision"))) {
        const MeasurementKey& other = best.key;
        if (other.device == device_id || (!meant.empty() && !meant.contains(other.problem)))
            continue;
        const Problem problem = problem_from(space, other);
        if (unmet_requirement(space, device, problem)) continue;
        MeasurementKey key = measurement_key(make_setup(given, device, space, problem), store);
        if (key.conditions != other.conditions) continue;
        const auto config = config_from(space, best.trial.config);
        if (!config) continue;  // of another version of the space
        const std::string text = config_text(space, *config);
        const auto tried = store.trials(key);
        const bool known =
            std::ranges::any_of(tried, [&](const Trial& trial) { return trial.config == text; });
        if (known) continue;
        UntriedConfigs& untried = all[other.precision + other.problem];
        untried.problem = problem;
        const auto same = [&](const TransferredConfig& transferred) {
            return transferred.config == text;
        };
        if (std::ranges::none_of(untried.configs, same))
            untried.configs.push_back({text, best.device});
    }
    std::vector<UntriedConfigs> list;
    for (auto& [key, untried] : all) list.push_back(std::move(untried));
    return list;
}

class TransferCheck {
  public:
    TransferCheck(const po::variables_map& given, Store& store, const LocalDevice& device,
                  const Space& space, const UntriedConfigs& untried)
        : store_(store),
          untried_(untried),
          setup_(make_setup(given, device, space, untried.problem)),
          legal_(space, known_names(device.device, untried.problem)),
          run_(begin_run(setup_, store, "transfer",
                         command_line("tune", given, space, untried.problem) + " --transfer")),
          evaluator_(make_evaluator(setup_, timeouts_given(given), store, run_)) {}

    void measure(Table& table) {
        std::vector<Config> right;
        for (const TransferredConfig& transferred : untried_.configs) {
            if (interrupted()) break;
            const Trial trial = check(transferred.config);
            if (trial.outcome == Outcome::ok)
                right.push_back(*config_from(setup_.space, transferred.config));
            else
                say(table, transferred, trial, 0);
        }
        time(right, table);
        store_.end(run_.id, interrupted() ? State::interrupted : State::finished);
    }

  private:
    // A trial for each config, also for one that the device's limits forbid, so that its cell in
    // the report has a reason.
    Trial check(const std::string& text) {
        const auto config = config_from(setup_.space, text);
        if (!legal_.contains(*config))
            return reject(text, "the space's constraints forbid it here");
        const Verdict verdict = evaluator_.apply_rules(*config);
        if (verdict.decision == Verdict::Decision::rejected)
            return reject(text, fmt::format("{}: {}", verdict.rule, verdict.reason));
        return evaluator_.evaluate(evaluator_.plan(*config), Purpose::transfer, 0);
    }

    Trial reject(const std::string& text, const std::string& why) {
        Trial trial;
        trial.run = run_.id;
        trial.config = text;
        trial.purpose = Purpose::transfer;
        trial.outcome = Outcome::rejected;
        trial.message = why;
        return store_.add(trial);
    }

    void time(std::vector<Config> right, Table& table) {
        constexpr std::size_t rounds = 15;
        if (right.empty()) return;
        const std::size_t count = right.size();
        const auto own = own_best();
        if (own) right.push_back(*own);
        const auto timed = evaluator_.time_interleaved(right, Purpose::transfer, rounds);
        const double best =
            own && timed.back().outcome == Outcome::ok ? timed.back().time.median : 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string text = config_text(setup_.space, right[i]);
            const auto from = std::ranges::find(untried_.configs, text, &TransferredConfig::config);
            say(table, *from, timed[i], best);
        }
    }

    std::optional<Config> own_best() {
        const auto best = store_.best(run_.key);
        return best ? config_from(setup_.space, best->trial.config) : std::nullopt;
    }

    void say(Table& table, const TransferredConfig& transferred, const Trial& trial,
             double best) const {
        const bool ok = trial.outcome == Outcome::ok;
        const double share = ok && best > 0 ? best / trial.time.median : 0;
        table.rows.push_back(
            {setup_.device.device.name, setup_.space.name, problem_words(untried_.problem),
             transferred.from, ok ? Cell{with_spread(trial.time), trial.time.median} : Cell(),
             share > 0 ? Cell{human::percent(share), share} : Cell(),
             ok ? std::string(word(trial.outcome))
                : fmt::format("{}: {}", word(trial.outcome), first_line(trial.message))});
    }

    Store& store_;
    const UntriedConfigs& untried_;
    BenchSetup setup_;
    Candidates legal_;
    Run run_;
    Evaluator evaluator_;
};

}  // namespace

Exit transfer(const po::variables_map& given, const std::vector<Space>& spaces,
              const std::vector<LocalDevice>& devices, Store& store) {
    Table table{{{"device"},
                 {"kernel"},
                 {"problem"},
                 {"best of"},
                 {"time", Align::right, "ns"},
                 {"of its own best", Align::right},
                 {"outcome"}}};
    for (const LocalDevice& device : devices)
        for (const Space& space : spaces)
            for (const UntriedConfigs& untried : untried_configs(given, space, device, store)) {
                if (interrupted()) break;
                if (verbosity_of(given) != Verbosity::quiet)
                    say(fmt::format("hone: {} moved config{} of {} for {} on {}",
                                    untried.configs.size(), untried.configs.size() == 1 ? "" : "s",
                                    space.name, problem_words(untried.problem),
                                    device.device.name));
                TransferCheck(given, store, device, space, untried).measure(table);
            }
    if (is_on(given, "json"))
        fmt::print("{}", as_json(table));
    else if (!table.rows.empty())
        fmt::print("{}", as_text(table));
    if (interrupted()) return Exit::interrupted;
    if (table.rows.empty()) say("hone: nothing is missing: every best of others was tried here");
    return table.rows.empty() ? Exit::no : Exit::done;
}

}  // namespace hone::cli
