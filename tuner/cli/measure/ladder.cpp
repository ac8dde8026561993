// SPDX-License-Identifier: MIT
// `hone ladder`: the gain of each classic step from a plain kernel to a tuned one on this device.
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/evaluator.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare_ladder(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "whose ladder; of a routine, each kernel's");
    declare_problem(options);
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

// A step that was tried, or was not, with the reason.
struct Step {
    std::string name;
    std::vector<std::string> moved;  // values of the legal config that differ from the step's
    std::string rejected;            // by a rule, before the build
    std::optional<Trial> trial;

    double time() const { return trial && trial->outcome == Outcome::ok ? trial->time.median : 0; }
    std::string note() const {
        std::vector<std::string> parts = moved;
        if (!rejected.empty()) parts.push_back("rejected: " + rejected);
        if (trial && trial->outcome != Outcome::ok)
            parts.push_back(
                fmt::format("{}: {}", word(trial->outcome), first_line(trial->message)));
        return fmt::format("{}", fmt::join(parts, "; "));
    }
};

// The speedup over the last timed step, and over the first.
struct Gain {
    double step = 0, all = 0;
};

struct LadderRun {
    std::string kernel;
    Problem problem;
    std::string device;
    std::string hindrance;  // why this kernel cannot run here
    std::string run;
    std::vector<Step> steps;

    std::vector<Gain> gains() const {
        std::vector<Gain> all;
        double first = 0;
        double before = 0;
        for (const Step& step : steps) {
            const double time = step.time();
            all.push_back({time > 0 ? before / time : 0, time > 0 ? first / time : 0});
            if (time > 0) before = time;
            if (first == 0) first = time;
        }
        return all;
    }
};

Step take(const LegalLadderStep& ladder_step, const BenchSetup& setup, Evaluator& evaluator,
          std::map<Config, Trial>& known) {
    Step step{.name = ladder_step.name,
              .moved = differences(setup.space, ladder_step.requested, ladder_step.legal),
              .rejected = {},
              .trial = {}};
    const Verdict verdict = evaluator.apply_rules(ladder_step.legal);
    if (verdict.decision == Verdict::Decision::rejected) {
        step.rejected = fmt::format("{}, {}", verdict.rule, verdict.reason);
        return step;
    }
    const auto earlier = known.find(ladder_step.legal);
    step.trial = earlier != known.end()
                     ? earlier->second
                     : evaluator.evaluate(evaluator.plan(ladder_step.legal), Purpose::ladder, 0);
    known[ladder_step.legal] = *step.trial;
    return step;
}

LadderRun run_ladder(const po::variables_map& given, const LocalDevice& device, const Space& space,
                     const Problem& problem, Store& store) {
    LadderRun result{space.name, problem, device.device.name, {}, {}, {}};
    if (const auto why = unmet_requirement(space, device, problem)) {
        result.hindrance = *why;
        return result;
    }
    if (space.ladder_for(problem.precision).empty()) {
        result.hindrance = fmt::format("its ladder has no rung for {}", problem.precision);
        return result;
    }
    const BenchSetup setup = make_setup(given, device, space, problem);
    const Candidates candidates(space, known_names(device.device, problem));
    const std::vector<LegalLadderStep> all =
        legal_ladder_steps(space, problem.precision, candidates);
    const Run run =
        begin_run(setup, store, "ladder", command_line("ladder", given, space, problem));
    result.run = run.id;
    Evaluator evaluator = make_evaluator(setup, timeouts_given(given), store, run);
    std::map<Config, Trial> known;
    for (const LegalLadderStep& ladder_step : all) {
        if (interrupted()) break;
        if (verbosity_of(given) != Verbosity::quiet)
            say(fmt::format("hone: {} {}/{}: {}", space.name, result.steps.size() + 1, all.size(),
                            ladder_step.name));
        result.steps.push_back(take(ladder_step, setup, evaluator, known));
    }
    store.end(run.id, interrupted() ? State::interrupted : State::finished);
    return result;
}

Cell times(double gain) {
    return gain > 0 ? Cell(fmt::format("× {:.2f}", gain), gain) : Cell();
}

void print(const LadderRun& ladder) {
    fmt::print("{}: {} on {}\n", ladder.kernel, problem_words(ladder.problem), ladder.device);
    if (!ladder.hindrance.empty()) return fmt::print("  not here: {}\n", ladder.hindrance);
    Table table{{{"step"},
                 {"time", Align::right},
                 {"rate", Align::right},
                 {"gain", Align::right},
                 {"in all", Align::right},
                 {"note"}}};
    const std::vector<Gain> gains = ladder.gains();
    for (std::size_t i = 0; i < ladder.steps.size(); ++i) {
        const Step& step = ladder.steps[i];
        const bool timed = step.time() > 0;
        table.rows.push_back({step.name, timed ? Cell(with_spread(step.trial->time)) : Cell(),
                              timed ? Cell(rate(*step.trial)) : Cell(), times(gains[i].step),
                              times(gains[i].all), step.note()});
    }
    fmt::print("{}", as_text(table));
}

Json json(const LadderRun& ladder) {
    Json steps = Json::array();
    const std::vector<Gain> gains = ladder.gains();
    for (std::size_t i = 0; i < ladder.steps.size(); ++i) {
        const Step& step = ladder.steps[i];
        Json one{{"step", step.name}, {"moved", step.moved}, {"rejected", step.rejected}};
        one["outcome"] = step.trial ? Json(word(step.trial->outcome)) : Json();
        one["trial"] = step.trial ? trial_json(*step.trial) : Json();
        one["gain"] = gains[i].step > 0 ? Json(gains[i].step) : Json();
        one["gain_in_all"] = gains[i].all > 0 ? Json(gains[i].all) : Json();
        one["note"] = step.note();
        steps.push_back(one);
    }
    return {{"kernel", ladder.kernel},
            {"routine", ladder.problem.routine},
            {"precision", ladder.problem.precision},
            {"problem", stored_json(problem_text(ladder.problem))},
            {"device", ladder.device},
            {"hindrance", ladder.hindrance},
            {"run", ladder.run},
            {"steps", steps}};
}

std::vector<Space> with_ladder(const po::variables_map& given) {
    std::vector<Space> spaces = spaces_given(given, "whose ladder?");
    std::erase_if(spaces, [](const Space& space) { return space.ladder.empty(); });
    if (!spaces.empty()) return spaces;
    throw Error(Exit::usage, fmt::format("'{}' has no ladder", word_of(given, "kernel")),
                "a space names its steps in [ladder]");
}

void print(const std::vector<LadderRun>& climbs, bool as_json) {
    Json all = Json::array();
    for (const LadderRun& ladder : climbs) {
        if (as_json)
            all.push_back(json(ladder));
        else
            print(ladder);
    }
    if (as_json) print_json(all);
}

bool reached(const LadderRun& ladder) {
    return std::ranges::any_of(ladder.steps, [](const Step& step) { return step.time() > 0; });
}

Exit run_ladder(const po::variables_map& given) {
    const std::vector<Space> spaces = with_ladder(given);
    const LocalDevice device = select_device(word_of(given, "device"));
    Store store(database_path(word_of(given, "db")));
    store.recover();
    listen_for_interrupts();
    const DeviceClaim claim(given, "ladder", {device});
    std::vector<LadderRun> climbs;
    for (const Problem& problem : problems_given(given, spaces)) {
        for (const Space& space : spaces)
            if (!interrupted()) climbs.push_back(run_ladder(given, device, space, problem, store));
    }
    print(climbs, is_on(given, "json"));
    if (interrupted()) return Exit::interrupted;
    return std::ranges::any_of(climbs, reached) ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> ladder_words{"kernel"};
constexpr std::array ladder_allowed_values{AllowedValues{"kernel", known_words, true},
                                           AllowedValues{"cache", caches},
                                           AllowedValues{"precision", known_precisions}};

}  // namespace

extern const Command ladder_command;
const Command ladder_command{
    .name = "ladder",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "time each named step from a plain kernel to a tuned one",
    .details =
        "Runs the steps of a space's [ladder] in their order, each on top of the one before: "
        "checked and timed like any other config, and stored. It prints the time and the rate of "
        "each, how many times as fast it is as the step before, and as the first. Where a step is "
        "not legal for this problem on this device the nearest legal config stands in, and the "
        "note says what differs. A step that fails or takes too long says so, and the next one "
        "goes on.\n"
        "\n"
        "  hone ladder reduction\n"
        "  hone ladder gemm_tile --size M=1024,N=1024,K=1024\n"
        "  hone ladder reduction_tree --size n=16Mi,operation=max --timeout 5s\n"
        "\n"
        "It ends with 1 when no step could be timed.\n",
    .declare = declare_ladder,
    .words = ladder_words,
    .run = run_ladder,
    .allowed_values = ladder_allowed_values,
};

}  // namespace hone::cli
