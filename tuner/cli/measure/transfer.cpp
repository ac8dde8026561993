// SPDX-License-Identifier: MIT
// First each moved config is checked like any other, then those that are right are timed side by
// side with the device's own best: only times that were taken alike can be compared.
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

/// Where a config comes from, and what it is there.
struct Moved {
    std::string config, from;
};

/// One problem of one kernel, with what was not tried here.
struct Missing {
    Problem problem;
    std::vector<Moved> moved;
};

std::set<std::string> problems_meant(const po::variables_map& given, const Space& space) {
    std::set<std::string> all;
    if (given.count("size") != 0)
        for (const Problem& problem : problems_given(given, {space}))
            all.insert(problem_text(problem));
    return all;
}

// By problem and conditions, what others found best and this device has not tried.
std::vector<Missing> missing_of(const po::variables_map& given, const Space& space,
                                const Found& device, Store& store) {
    const std::string here = id_of(device.device);
    const std::set<std::string> meant = problems_meant(given, space);
    std::map<std::string, Missing> all;
    for (const Best& best : store.bests({{}, space.name, {}, word_of(given, "precision")})) {
        const MeasurementKey& there = best.key;
        if (there.device == here || (!meant.empty() && !meant.contains(there.problem))) continue;
        const Problem problem = problem_from(space, there);
        if (hindrance(space, device, problem)) continue;
        MeasurementKey key = measurement_key(make_setup(given, device, space, problem), store);
        if (key.conditions != there.conditions) continue;
        if (!config_from(space, best.trial.config)) continue;  // of another version of the space
        const auto tried = store.trials(key);
        const bool known = std::ranges::any_of(
            tried, [&](const Trial& trial) { return trial.config == best.trial.config; });
        if (known) continue;
        Missing& missing = all[there.precision + there.problem];
        missing.problem = problem;
        const auto same = [&](const Moved& moved) { return moved.config == best.trial.config; };
        if (std::ranges::none_of(missing.moved, same))
            missing.moved.push_back({best.trial.config, best.device});
    }
    std::vector<Missing> list;
    for (auto& [key, missing] : all) list.push_back(std::move(missing));
    return list;
}

class Transfer {
  public:
    Transfer(const po::variables_map& given, Store& store, const Found& device, const Space& space,
             const Missing& missing)
        : store_(store),
          missing_(missing),
          setup_(make_setup(given, device, space, missing.problem)),
          legal_(space, known_of(device.device, missing.problem)),
          run_(begin_run(setup_, store, "transfer",
                         command_line("tune", given, space, missing.problem) + " --transfer")),
          evaluator_(setup_, limits_given(given), store, run_, false) {}

    void measure(Table& table) {
        std::vector<Config> right;
        for (const Moved& moved : missing_.moved) {
            if (interrupted()) break;
            const Trial trial = check(moved.config);
            if (trial.outcome == Outcome::ok)
                right.push_back(*config_from(setup_.space, moved.config));
            else
                say(table, moved, trial, 0);
        }
        time(right, table);
        store_.end(run_.id, interrupted() ? State::interrupted : State::finished);
    }

  private:
    // A trial for each, also for one that the device's limits forbid: an empty cell says less.
    Trial check(const std::string& text) {
        const auto config = config_from(setup_.space, text);
        if (!legal_.contains(*config))
            return reject(text, "the space's constraints forbid it here");
        const Verdict verdict = evaluator_.judge(*config, 0);
        if (verdict.ruling == Verdict::Ruling::rejected)
            return reject(text, fmt::format("{}: {}", verdict.rule, verdict.reason));
        return evaluator_.evaluate(*config, Purpose::transfer, 0);
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
        const std::size_t moved = right.size();
        const auto own = own_best();
        if (own) right.push_back(*own);
        const auto timed = evaluator_.side_by_side(right, Purpose::transfer, rounds);
        const double best =
            own && timed.back().outcome == Outcome::ok ? timed.back().time.median : 0;
        for (std::size_t i = 0; i < moved; ++i) {
            const std::string text = config_text(setup_.space, right[i]);
            const auto from = std::ranges::find(missing_.moved, text, &Moved::config);
            say(table, *from, timed[i], best);
        }
    }

    std::optional<Config> own_best() {
        const auto best = store_.best(run_.key);
        return best ? config_from(setup_.space, best->trial.config) : std::nullopt;
    }

    void say(Table& table, const Moved& moved, const Trial& trial, double best) const {
        const bool ok = trial.outcome == Outcome::ok;
        const double share = ok && best > 0 ? best / trial.time.median : 0;
        table.rows.push_back(
            {setup_.device.device.name, setup_.space.name, problem_words(missing_.problem),
             moved.from, ok ? Cell{with_spread(trial.time), trial.time.median} : Cell(),
             share > 0 ? Cell{human::percent(share), share} : Cell(),
             ok ? std::string(word(trial.outcome))
                : fmt::format("{}: {}", word(trial.outcome), first_line(trial.message))});
    }

    Store& store_;
    const Missing& missing_;
    BenchSetup setup_;
    Candidates legal_;
    Run run_;
    Evaluator evaluator_;
};

}  // namespace

Exit transfer(const po::variables_map& given, const std::vector<Space>& spaces,
              const std::vector<Found>& devices, Store& store) {
    Table table{{{"device"},
                 {"kernel"},
                 {"problem"},
                 {"best of"},
                 {"time", Align::right, "ns"},
                 {"of its own best", Align::right},
                 {"outcome"}}};
    for (const Found& device : devices)
        for (const Space& space : spaces)
            for (const Missing& missing : missing_of(given, space, device, store)) {
                if (interrupted()) break;
                if (voice_of(given) != Voice::quiet)
                    say(fmt::format("hone: {} moved config{} of {} for {} on {}",
                                    missing.moved.size(), missing.moved.size() == 1 ? "" : "s",
                                    space.name, problem_words(missing.problem),
                                    device.device.name));
                Transfer(given, store, device, space, missing).measure(table);
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
