// SPDX-License-Identifier: MIT
// `hone regret`: what an application loses at sizes that nobody tuned. Sizes are drawn between the
// tuned ones; each is asked for as an application would ask, then tuned, and the config that was
// told runs side by side with the best that was found.
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
    add("kernel", one("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("count,c", one("N")->default_value("20"), "sizes to draw");
    add("within,w", one("PERCENT")->default_value("10"), "how much slower a size may be");
    add("precision,p", one("P"), "of what was tuned; its first where none is given");
    declare_device(options);
    declare_search(options);
    declare_conditions(options);
    declare_limits(options);
    declare_claim(options);
    declare_store(options);
}

// One drawn size: what an application was told, and what it takes beside the size's own best.
struct Loss {
    Problem problem;
    std::string match;
    std::string told;  // kernel and config in words
    double told_ns = 0, best_ns = 0;

    bool known() const { return told_ns > 0 && best_ns > 0; }
    double share() const { return told_ns / best_ns - 1; }
};

std::string words_of(const Loss& loss) {
    return fmt::format("hone: {}: {}", problem_words(loss.problem),
                       loss.known() ? fmt::format("{:.1f} % slower", 100 * loss.share())
                                    : "told or best does not run");
}

// From the least to the most that was tuned, for each extent.
std::vector<Bounds> bounds_of(const std::vector<Place>& places,
                              const std::vector<std::string>& extents) {
    std::vector<Bounds> bounds;
    for (const std::string& extent : extents) {
        const auto size = [&](const Place& place) {
            return std::get<Number>(place.problem.arguments.at(extent)).numerator();
        };
        const auto [least, most] = std::ranges::minmax(places, {}, size);
        bounds.push_back({size(least), size(most)});
    }
    return bounds;
}

std::vector<Problem> draw(const po::variables_map& given, const Space& space,
                          const std::vector<Place>& places) {
    const auto count = static_cast<std::size_t>(read_count(word_of(given, "count"), "--count"));
    const auto seed = static_cast<std::uint64_t>(read_count(word_of(given, "seed"), "--seed"));
    const std::vector<std::string> names = extents_of(space);
    std::vector<Problem> problems;
    for (const Extents& extents : drawn(bounds_of(places, names), count, seed)) {
        Problem problem = places.front().problem;
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

// What was told and what is best, side by side where one kernel has both; 0 for what fails.
void compare(const po::variables_map& given, const Found& device, const std::vector<Space>& spaces,
             Store& store, const TunedKernel& told, const Tuning& tuning, Loss& loss) {
    constexpr std::size_t rounds = 41;
    const auto* best = tuning.best();
    for (const Space& space : spaces) {
        std::vector<Config> configs;
        std::vector<double*> times;
        const auto add = [&](const std::string& text, double& ns) {
            if (const auto config = config_from(space, text)) {
                configs.push_back(*config);
                times.push_back(&ns);
            }
        };
        if (told.kernel == space.name) add(canonical(told.config), loss.told_ns);
        if (best && best->first.setup.space.name == space.name)
            add(best->second.best->config, loss.best_ns);
        if (configs.empty()) continue;
        const BenchSetup setup = make_setup(given, device, space, tuning.problem);
        const Run run =
            begin_run(setup, store, "regret", command_line("regret", given, space, tuning.problem));
        Evaluator evaluator(setup, limits_given(given), store, run, false);
        const auto timed = evaluator.side_by_side(configs, Purpose::transfer, rounds);
        for (std::size_t i = 0; i < timed.size(); ++i)
            if (timed[i].outcome == Outcome::ok) *times[i] = timed[i].time.median;
        store.end(run.id, State::finished);
    }
}

Loss loss_of(const po::variables_map& given, const Found& device, const std::vector<Space>& spaces,
             Store& store, Tuned& tuned, const Problem& problem) {
    const TunedKernel& told = tuned.find(word_of(given, "kernel"), device.device, problem.precision,
                                         settings_of(problem));
    const std::string what = told ? told.kernel + "  " + joined(told.config) : told.reason;
    Loss loss{problem, std::string(text(told.match)), what};
    const Tuning tuning = tune_problem(given, {device}, spaces, problem, &store);
    if (!interrupted()) compare(given, device, spaces, store, told, tuning, loss);
    return loss;
}

void print(const std::vector<Loss>& losses, double within, std::size_t near) {
    Table table{{{"size"},
                 {"match"},
                 {"told", Align::right},
                 {"its own best", Align::right},
                 {"slower", Align::right},
                 {"config that was told"}}};
    for (const Loss& loss : losses) {
        const bool known = loss.known();
        table.rows.push_back(
            {problem_words(loss.problem), loss.match,
             known ? Cell(human::time(loss.told_ns), loss.told_ns) : Cell(),
             known ? Cell(human::time(loss.best_ns), loss.best_ns) : Cell(),
             known ? Cell(fmt::format("{:.1f} %", 100 * loss.share()), loss.share()) : Cell(),
             loss.told});
    }
    fmt::print("{}\n{} of {} sizes are within {:.0f} % of their own best.\n", as_text(table), near,
               losses.size(), 100 * within);
}

Json json(const std::vector<Loss>& losses, std::size_t near) {
    Json answer{{"near", near}, {"sizes", Json::array()}};
    for (const Loss& loss : losses)
        answer["sizes"].push_back({{"problem", stored_json(problem_text(loss.problem))},
                                   {"match", loss.match},
                                   {"told", loss.told},
                                   {"told_ns", loss.told_ns},
                                   {"best_ns", loss.best_ns}});
    return answer;
}

Exit run_regret(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what was tuned for several sizes?");
    const double within = read_percentage(word_of(given, "within"), "--within");
    const Found device = select_device(word_of(given, "device"));
    Store store(database_path(word_of(given, "db")));
    store.recover();
    Crossing known;
    std::string precision = word_of(given, "precision");
    collect(store, spaces, device, precision, known);
    if (known.places.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const Claim claim(given, "regret", {device});
    Tuned tuned({store.connection().file()});  // as it is before any of the sizes is tuned
    tuned.trust_databases();
    std::vector<Loss> losses;
    for (const Problem& problem : draw(given, spaces.front(), known.places)) {
        if (interrupted()) break;
        losses.push_back(loss_of(given, device, spaces, store, tuned, problem));
        if (voice_of(given) != Voice::quiet) say(words_of(losses.back()));
    }
    if (interrupted()) return Exit::interrupted;
    const auto near = static_cast<std::size_t>(std::ranges::count_if(
        losses, [&](const Loss& loss) { return loss.known() && loss.share() <= within; }));
    if (is_on(given, "json"))
        print_json(json(losses, near));
    else
        print(losses, within, near);
    constexpr double most = 0.8;
    return static_cast<double>(near) >= most * static_cast<double>(losses.size()) ? Exit::done
                                                                                  : Exit::no;
}

constexpr std::array<std::string_view, 1> regret_words{"kernel"};
constexpr std::array regret_choices{Choice{"kernel", known_words, true}, Choice{"cache", caches},
                             Choice{"precision", known_precisions},
                             Choice{"strategy", strategy_names}};

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
    .choices = regret_choices,
};

}  // namespace hone::cli
