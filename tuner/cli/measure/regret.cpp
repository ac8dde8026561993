// SPDX-License-Identifier: MIT
// `hone regret`: what an application loses at sizes that were not tuned. Sizes are drawn between
// the tuned ones; for each, the config that an application would get is timed beside the best of a
// search.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "db/lookup/tuned.hpp"
#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/cross_timing.hpp"
#include "tuner/cli/measure/tune_problem.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/size_sampling.hpp"
#include "tuner/cli/options/sizes.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/evaluator.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare_regret(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("count,c", single_value("N")->default_value("20"), "sizes to draw");
    add("within,w", single_value("PERCENT")->default_value("10"), "how much slower a size may be");
    add("precision,p", single_value("P"), "of what was tuned; its first where none is given");
    declare_device(options);
    declare_search(options);
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

// One drawn size: the config that an application gets, and its time beside that of the size's own
// best.
struct SizeRegret {
    Problem problem;
    std::string match;
    std::string answered;  // kernel and config in words
    double answered_ns = 0, best_ns = 0;

    bool known() const { return answered_ns > 0 && best_ns > 0; }
    double share() const { return answered_ns / best_ns - 1; }
};

std::string words_of(const SizeRegret& regret) {
    return fmt::format("hone: {}: {}", problem_words(regret.problem),
                       regret.known() ? fmt::format("{:.1f} % slower", 100 * regret.share())
                                      : "told or best does not run");
}

// The range of the tuned sizes, for each extent.
std::vector<Bounds> bounds_of(const std::vector<DeviceProblem>& targets,
                              const std::vector<std::string>& extents) {
    std::vector<Bounds> bounds;
    for (const std::string& extent : extents) {
        const auto size = [&](const DeviceProblem& target) {
            return std::get<Number>(target.problem.arguments.at(extent)).numerator();
        };
        const auto [least, most] = std::ranges::minmax(targets, {}, size);
        bounds.push_back({size(least), size(most)});
    }
    return bounds;
}

std::vector<Problem> draw(const po::variables_map& given, const Space& space,
                          const std::vector<DeviceProblem>& targets) {
    const auto count = static_cast<std::size_t>(read_count(word_of(given, "count"), "--count"));
    const auto seed = static_cast<std::uint64_t>(read_count(word_of(given, "seed"), "--seed"));
    const std::vector<std::string> names = extents_of(space);
    std::vector<Problem> problems;
    for (const Extents& extents : random_sizes(bounds_of(targets, names), count, seed)) {
        Problem problem = targets.front().problem;
        for (std::size_t e = 0; e < names.size(); ++e)
            problem.arguments.insert_or_assign(names[e], Number(extents[e]));
        problems.push_back(std::move(problem));
    }
    return problems;
}

Settings settings_of(const Problem& problem) {
    Settings settings;
    for (const auto& [name, value] : problem.arguments) settings.push_back(setting(name, value));
    return settings;
}

// Times the answered config and the best, interleaved where both are of one kernel; 0 for a
// failure.
void compare(const po::variables_map& given, const LocalDevice& device,
             const std::vector<Space>& spaces, Store& store, const TunedKernel& answered,
             const ProblemResult& result, SizeRegret& regret) {
    constexpr std::size_t rounds = 41;
    const auto* best = result.best();
    for (const Space& space : spaces) {
        std::vector<Config> configs;
        std::vector<double*> times;
        const auto add = [&](const std::string& text, double& ns) {
            if (const auto config = config_from(space, text)) {
                configs.push_back(*config);
                times.push_back(&ns);
            }
        };
        if (answered.kernel == space.name) add(canonical(answered.config), regret.answered_ns);
        if (best && best->first.setup.space.name == space.name)
            add(best->second.best->config, regret.best_ns);
        if (configs.empty()) continue;
        const BenchSetup setup = make_setup(given, device, space, result.problem);
        const Run run =
            begin_run(setup, store, "regret", command_line("regret", given, space, result.problem));
        Evaluator evaluator = make_evaluator(setup, timeouts_given(given), store, run);
        const auto timed = evaluator.time_interleaved(configs, Purpose::transfer, rounds);
        for (std::size_t i = 0; i < timed.size(); ++i)
            if (timed[i].outcome == Outcome::ok) *times[i] = timed[i].time.median;
        store.end(run.id, State::finished);
    }
}

SizeRegret regret_at(const po::variables_map& given, const LocalDevice& device,
                     const std::vector<Space>& spaces, Store& store, Tuned& tuned,
                     const Problem& problem) {
    const TunedKernel& answered = tuned.find(word_of(given, "kernel"), device.device,
                                             problem.precision, settings_of(problem));
    const std::string what =
        answered ? answered.kernel + "  " + joined(answered.config) : answered.reason;
    SizeRegret regret{problem, std::string(text(answered.match)), what};
    const ProblemResult result = tune_problem(given, {device}, spaces, problem, &store);
    if (!interrupted()) compare(given, device, spaces, store, answered, result, regret);
    return regret;
}

void print(const std::vector<SizeRegret>& losses, double within, std::size_t near) {
    Table table{{{"size"},
                 {"match"},
                 {"told", Align::right},
                 {"its own best", Align::right},
                 {"slower", Align::right},
                 {"config that was told"}}};
    for (const SizeRegret& regret : losses) {
        const bool known = regret.known();
        table.rows.push_back(
            {problem_words(regret.problem), regret.match,
             known ? Cell(human::time(regret.answered_ns), regret.answered_ns) : Cell(),
             known ? Cell(human::time(regret.best_ns), regret.best_ns) : Cell(),
             known ? Cell(fmt::format("{:.1f} %", 100 * regret.share()), regret.share()) : Cell(),
             regret.answered});
    }
    fmt::print("{}\n{} of {} sizes are within {:.0f} % of their own best.\n", as_text(table), near,
               losses.size(), 100 * within);
}

Json json(const std::vector<SizeRegret>& losses, std::size_t near) {
    Json answer{{"near", near}, {"sizes", Json::array()}};
    for (const SizeRegret& regret : losses)
        answer["sizes"].push_back({{"problem", stored_json(problem_text(regret.problem))},
                                   {"match", regret.match},
                                   {"told", regret.answered},
                                   {"told_ns", regret.answered_ns},
                                   {"best_ns", regret.best_ns}});
    return answer;
}

Exit run_regret(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what was tuned for several sizes?");
    const double within = read_percentage(word_of(given, "within"), "--within");
    const LocalDevice device = select_device(word_of(given, "device"));
    Store store(database_path(word_of(given, "db")));
    store.recover();
    CrossTimings known;
    std::string precision = word_of(given, "precision");
    collect_bests(store, spaces, device, precision, known);
    if (known.targets.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const DeviceClaim claim(given, "regret", {device});
    Tuned tuned({store.connection().file()});  // as it is before any of the sizes is tuned
    tuned.trust_databases();
    std::vector<SizeRegret> losses;
    for (const Problem& problem : draw(given, spaces.front(), known.targets)) {
        if (interrupted()) break;
        losses.push_back(regret_at(given, device, spaces, store, tuned, problem));
        if (verbosity_of(given) != Verbosity::quiet) say(words_of(losses.back()));
    }
    if (interrupted()) return Exit::interrupted;
    const auto near =
        static_cast<std::size_t>(std::ranges::count_if(losses, [&](const SizeRegret& regret) {
            return regret.known() && regret.share() <= within;
        }));
    if (is_on(given, "json"))
        print_json(json(losses, near));
    else
        print(losses, within, near);
    constexpr double most = 0.8;
    return static_cast<double>(near) >= most * static_cast<double>(losses.size()) ? Exit::done
                                                                                  : Exit::no;
}

constexpr std::array<std::string_view, 1> regret_words{"kernel"};
constexpr std::array regret_allowed_values{
    AllowedValues{"kernel", known_words, true}, AllowedValues{"cache", caches},
    AllowedValues{"precision", known_precisions}, AllowedValues{"strategy", strategy_names}};

}  // namespace

extern const Command regret_command;
const Command regret_command{
    .name = "regret",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "measure what is lost at sizes that nobody tuned",
    .details =
        "Draws sizes between those that were tuned on this device: powers of two, any sizes, and "
        "such as are thin somewhere. For each it asks what an application would be told, then "
        "tunes that very size, and times what was told beside the best that was found.\n"
        "\n"
        "  hone tune gemm --sizes 16..1024:15 --time-limit 20s\n"
        "  hone cover gemm --within 5% --max 12\n"
        "  hone regret gemm --time-limit 20s\n"
        "\n"
        "What is tuned on the way is kept. It ends with 1 when less than four in five sizes are "
        "within --within of their own best.\n",
    .declare = declare_regret,
    .words = regret_words,
    .run = run_regret,
    .allowed_values = regret_allowed_values,
};

}  // namespace hone::cli
