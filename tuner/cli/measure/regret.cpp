// SPDX-License-Identifier: MIT
// `hone regret`: measures what an application loses at sizes that were not tuned.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/planning/size_sampling.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare_regret(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("count,c", single_value("N")->default_value("20"), "how many sizes to draw");
    add("within,w", single_value("PERCENT")->default_value("10"),
        "how much slower the answer for a size may be");
    add("precision,p", single_value("P"), "default: the first precision that was tuned");
    declare_device(options);
    declare_search(options);
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

std::string comparison_words(const SizeRegret& regret) {
    if (!regret.known()) return "the answer or the best could not be timed";
    if (regret.loss() >= 0) return fmt::format("{:.1f} % slower", 100 * regret.loss());
    return fmt::format("as fast as its own best; the search found {}", human::time(regret.best_ns));
}

std::string words_of(const SizeRegret& regret) {
    return fmt::format("{}: {}", problem_words(regret.problem), comparison_words(regret));
}

// If the answer is faster than the search's result, the answer itself is the best.
double slower_than_own_best(const SizeRegret& regret) {
    return std::max(0.0, regret.loss());
}

std::size_t count_near(const std::vector<SizeRegret>& losses, double within) {
    return static_cast<std::size_t>(std::ranges::count_if(losses, [&](const SizeRegret& regret) {
        return regret.known() && regret.loss() <= within;
    }));
}

// Empty if no size was timed.
std::string mean_words(const std::vector<SizeRegret>& losses) {
    double sum = 0;
    int count = 0;
    for (const SizeRegret& regret : losses) {
        if (!regret.known()) continue;
        sum += std::log(regret.share_of_best());
        ++count;
    }
    if (count == 0) return {};
    return fmt::format(" The answers reach {:.1f} % of its speed (geometric mean).",
                       100 * std::exp(sum / count));
}

// If the limit ended a search too early, its result may be slow, and an answer close to it may be
// slow, too.
std::string doubt_words(const std::vector<SizeRegret>& losses) {
    const auto doubtful = std::ranges::count_if(losses, [](const SizeRegret& regret) {
        return regret.known() && regret.was_hardly_searched();
    });
    if (doubtful == 0) return {};
    return fmt::format(
        " Of {} {} the search tried fewer than 10 configs, which says little: give "
        "--time-limit more.",
        doubtful, doubtful == 1 ? "size" : "sizes");
}

void print(const std::vector<SizeRegret>& losses, double within, std::size_t near) {
    Table table{{{"size"},
                 {"match"},
                 {"answer", Align::right},
                 {"own best", Align::right},
                 {"slower", Align::right},
                 {"tried", Align::right},
                 {"config of the answer"}}};
    for (const SizeRegret& regret : losses) {
        const bool known = regret.known();
        table.rows.push_back(
            {problem_words(regret.problem), regret.match,
             known ? Cell(human::time(regret.answered_ns), regret.answered_ns) : Cell(),
             known ? Cell(human::time(regret.own_best_ns()), regret.own_best_ns()) : Cell(),
             known ? Cell(fmt::format("{:.1f} %", 100 * slower_than_own_best(regret)),
                          slower_than_own_best(regret))
                   : Cell(),
             Cell(human::count(static_cast<std::int64_t>(regret.tried)), regret.tried),
             regret.answered});
    }
    put("{}\n{} of {} sizes are within {:.0f} % of their own best.{}{}\n", as_text(table), near,
        losses.size(), 100 * within, mean_words(losses), doubt_words(losses));
}

Json json(const std::vector<SizeRegret>& losses, std::size_t near) {
    Json answer{{"near", near}, {"sizes", Json::array()}};
    for (const SizeRegret& regret : losses)
        answer["sizes"].push_back(
            {{"problem", stored_json(problem_text(regret.problem))},
             {"match", regret.match},
             {"told", regret.answered},
             {"told_ns", regret.answered_ns},
             {"best_ns", regret.known() ? regret.own_best_ns() : regret.best_ns},
             {"tried", regret.tried}});
    return answer;
}

void print(const std::vector<SizeRegret>& losses, double within, bool as_json) {
    if (as_json)
        print_json(json(losses, count_near(losses, within)));
    else
        print(losses, within, count_near(losses, within));
}

void expect_sizes(const Space& space) {
    if (!extents_of(space).empty()) return;
    throw Error(Exit::usage, fmt::format("there are no other sizes of '{}'", space.name),
                "its problem has no sizes");
}

Exit run_regret(const po::variables_map& given) {
    const std::vector<Space> spaces = kernels_given(given, "What was tuned for several sizes?");
    expect_sizes(spaces.front());
    const double within = read_percentage(word_of(given, "within"), "--within");
    const RegretOptions options = regret_options(given);
    refuse_redefined_parameters(options.tune.measure, spaces);
    const std::vector<LocalDevice> here{select_device(word_of(given, "device"))};
    Store store(database_path(word_of(given, "db")));
    store.recover();
    const std::string precision = word_of(given, "precision");
    if (tuned_problems(store, spaces, here, precision).targets.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const DeviceClaim claim(claim_options(given, "regret"), here);
    const CrossTimings tuned = tuned_problems(store, spaces, claim.devices(), precision);
    ProgressLine line(verbosity_of(given));
    const std::vector<SizeRegret> losses =
        check_regret(options, claim.devices().front(), spaces, tuned, line.campaign(store),
                     [&](const SizeRegret& regret) { line.say(words_of(regret)); });
    if (interrupted()) {
        if (!losses.empty()) print(losses, within, is_on(given, "json"));
        return Exit::interrupted;
    }
    if (losses.empty()) {
        say(
            fmt::format("hone: every size between those that are tuned is known; `hone tune {} "
                        "--sizes A..B:N` tunes a range",
                        word_of(given, "kernel")));
        return Exit::no;
    }
    print(losses, within, is_on(given, "json"));
    constexpr double most = 0.8;
    const double wanted = most * static_cast<double>(losses.size());
    return static_cast<double>(count_near(losses, within)) >= wanted ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> regret_words{"kernel"};
constexpr std::array regret_allowed_values{
    AllowedValues{"kernel", known_words, true}, AllowedValues{"cache", caches},
    AllowedValues{"precision", known_precisions}, AllowedValues{"strategy", strategy_names}};

}  // namespace

const Command regret_command{
    .name = "regret",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "measure what is lost at sizes that were not tuned",
    .details =
        "Draws sizes between those that were tuned on this device, of which nothing is stored: "
        "powers of two, arbitrary sizes, and thin ones, in the layouts that were tuned. For each "
        "size it takes the config that an application would get, then "
        "tunes that size, and times both configs interleaved; the faster of both is the size's own "
        "best. \"tried\" is how many configs that "
        "search tried: one that tried few says little.\n"
        "\n"
        "  hone tune gemm --sizes 16..1024:15 --time-limit 20s\n"
        "  hone cover gemm --within 5% --max 12\n"
        "  hone regret gemm --time-limit 20s\n"
        "\n"
        "All results are stored. The exit code is 1 when fewer than four in five sizes are within "
        "--within of their own best, and when nothing is left to draw.\n",
    .declare = declare_regret,
    .words = regret_words,
    .run = run_regret,
    .allowed_values = regret_allowed_values,
};

}  // namespace hone::cli
