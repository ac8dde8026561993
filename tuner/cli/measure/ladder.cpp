// SPDX-License-Identifier: MIT
// `hone ladder`: the gain of each classic optimization step from a plain kernel to a tuned one on
// this device.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "db/sqlite/database_path.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare_ladder(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"),
        "what to measure; of a routine, each kernel that has a ladder");
    declare_problem(options);
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

std::string note_of(const TimedStep& step) {
    std::vector<std::string> parts = step.moved;
    if (!step.rejected.empty()) parts.push_back("rejected: " + step.rejected);
    if (step.trial && step.trial->outcome != Outcome::ok)
        parts.push_back(
            fmt::format("{}: {}", word(step.trial->outcome), first_line(step.trial->message)));
    return fmt::format("{}", fmt::join(parts, "; "));
}

Cell times(double gain) {
    return gain > 0 ? Cell(fmt::format("× {:.2f}", gain), gain) : Cell();
}

void print(const LadderClimb& ladder) {
    put("{}: {} on {}\n", ladder.kernel, problem_words(ladder.problem), ladder.device);
    if (!ladder.hindrance.empty()) return put("  cannot run this: {}\n", ladder.hindrance);
    Table table{{{"step"},
                 {"time", Align::right},
                 {"rate", Align::right},
                 {"speedup", Align::right},
                 {"total", Align::right},
                 {"note"}}};
    const std::vector<StepGain> gains = ladder.gains();
    for (std::size_t i = 0; i < ladder.steps.size(); ++i) {
        const TimedStep& step = ladder.steps[i];
        const bool timed = step.time() > 0;
        table.rows.push_back({step.name, timed ? Cell(with_spread(step.trial->time)) : Cell(),
                              timed ? Cell(rate(*step.trial)) : Cell(), times(gains[i].over_last),
                              times(gains[i].over_first), note_of(step)});
    }
    put("{}", as_text(table));
}

Json json(const LadderClimb& ladder) {
    Json steps = Json::array();
    const std::vector<StepGain> gains = ladder.gains();
    for (std::size_t i = 0; i < ladder.steps.size(); ++i) {
        const TimedStep& step = ladder.steps[i];
        Json one{{"step", step.name}, {"moved", step.moved}, {"rejected", step.rejected}};
        one["outcome"] = step.trial ? Json(word(step.trial->outcome)) : Json();
        one["trial"] = step.trial ? trial_json(*step.trial) : Json();
        one["gain"] = gains[i].over_last > 0 ? Json(gains[i].over_last) : Json();
        one["gain_in_all"] = gains[i].over_first > 0 ? Json(gains[i].over_first) : Json();
        one["note"] = note_of(step);
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

void print(const std::vector<LadderClimb>& climbs, bool as_json) {
    Json all = Json::array();
    for (const LadderClimb& ladder : climbs) {
        if (as_json)
            all.push_back(json(ladder));
        else
            print(ladder);
    }
    if (as_json) print_json(all);
}

std::vector<Space> with_ladder(std::vector<Space> spaces, const std::string& what) {
    std::erase_if(spaces, [](const Space& space) { return space.ladder.empty(); });
    if (!spaces.empty()) return spaces;
    throw Error(Exit::usage, fmt::format("'{}' has no ladder", what),
                "a search space names its steps in [ladder]");
}

Exit run_ladder(const po::variables_map& given) {
    const std::vector<Space> spaces =
        with_ladder(kernels_given(given, "Which ladder?"), word_of(given, "kernel"));
    const LadderOptions options = ladder_options(given);
    refuse_redefined_parameters(options.measure, spaces);
    const LocalDevice selected = select_device(word_of(given, "device"));
    Store store(database_path(word_of(given, "db")));
    store.recover();
    listen_for_interrupts();
    const DeviceClaim claim(claim_options(given, "ladder"), {selected});
    const LocalDevice& device = claim.devices().front();
    ProgressLine line(verbosity_of(given));
    const Campaign campaign = line.campaign(store);
    std::vector<LadderClimb> climbs;
    for (const Problem& problem : problems_given(given, spaces))
        for (const Space& space : spaces)
            if (!interrupted())
                climbs.push_back(climb_ladder(options, device, space, problem, campaign));
    print(climbs, is_on(given, "json"));
    if (interrupted()) return Exit::interrupted;
    return std::ranges::any_of(climbs, &LadderClimb::any_timed) ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> ladder_words{"kernel"};
constexpr std::array ladder_allowed_values{AllowedValues{"kernel", known_words, true},
                                           AllowedValues{"cache", caches},
                                           AllowedValues{"precision", known_precisions}};

}  // namespace

const Command ladder_command{
    .name = "ladder",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "time each named step from a plain kernel to a tuned one",
    .details =
        "Measures the steps of a kernel's [ladder] in order; each step changes some parameters of "
        "the one before. Every config is checked, timed and stored. The table has the time and "
        "the rate of each step, and its speedup over the step before and over the first. Where a "
        "step is not legal for this problem on this device, the nearest legal config is measured "
        "and the note says what differs. A step that fails does not end the ladder.\n"
        "\n"
        "  hone ladder reduction\n"
        "  hone ladder gemm_tile --size M=1024,N=1024,K=1024\n"
        "  hone ladder reduction_tree --size n=16Mi,operation=max --timeout 5s\n"
        "\n"
        "The exit code is 1 when no step could be timed.\n",
    .declare = declare_ladder,
    .words = ladder_words,
    .run = run_ladder,
    .allowed_values = ladder_allowed_values,
};

}  // namespace hone::cli
