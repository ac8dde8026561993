// SPDX-License-Identifier: MIT
// `hone cover`: few configs for many sizes. Every tuned problem's best is tried on every other
// tuned problem, and the smallest set is kept in which each problem finds one that is good enough.
#include "tuner/cover.hpp"

#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "db/path.hpp"
#include "reports/quantity.hpp"
#include "reports/table.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/quantities.hpp"
#include "tuner/cli/rungs.hpp"
#include "tuner/cli/stored.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/task_options.hpp"
#include "tuner/cli/trial_words.hpp"
#include "tuner/evaluator.hpp"
#include "tuner/records.hpp"
#include "tuner/select_device.hpp"
#include "tuner/tasks.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", one("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("within,w", one("PERCENT")->default_value("5"),
        "how much slower than its own best each problem may be");
    add("max", one("N")->default_value("6"), "configs at most");
    add("precision,p", one("P"), "of what was tuned; its first where none is given");
    add("device,d", one("D"), "an index, a part of a name, a PCI address or a UUID");
    add("all-devices", po::bool_switch(), "one set for every device of this machine together");
    declare_conditions(options);
    declare_limits(options);
    declare_store(options);
}

// One kernel with one of its configs.
struct Choosable {
    const Space* space;
    Config config;

    bool operator<(const Choosable& other) const {
        return std::tie(space, config) < std::tie(other.space, other.config);
    }
};

// One problem on one device: a column of the table.
struct Place {
    const Found* device;
    Problem problem;
    Subject subject;  // of its best
};

struct Tuned {
    std::vector<Place> places;
    std::vector<Choosable> configs;
};

Problem problem_of(const Space& space, const Subject& subject) {
    Names arguments;
    const Json said = stored_json(subject.problem);
    for (const auto& [name, value] : said.items())
        arguments[name] = value.is_string() ? Value(value.get<std::string>())
                                            : Value(Number::parse(value.dump()));
    return make_problem(space, subject.precision, arguments);
}

// The fastest best of each problem on a device, of today's kernels.
void collect(Store& store, const std::vector<Space>& spaces, const Found& device,
             std::string& precision, Tuned& tuned) {
    std::map<std::string, const Space*> by_id;
    for (const Space& space : spaces) by_id[id_of(kernel_of(space))] = &space;
    std::map<std::string, Best> fastest;
    for (const Best& best : store.bests({id_of(device.device), {}, {}, precision})) {
        if (!by_id.contains(best.subject.kernel)) continue;
        if (precision.empty()) precision = best.subject.precision;
        if (best.subject.precision != precision) continue;
        const auto [place, fresh] = fastest.try_emplace(best.subject.problem, best);
        if (!fresh && best.trial.time.median < place->second.trial.time.median)
            place->second = best;
    }
    std::set<Choosable> known(tuned.configs.begin(), tuned.configs.end());
    for (const auto& [problem, best] : fastest) {
        const Space& space = *by_id[best.subject.kernel];
        tuned.places.push_back({&device, problem_of(space, best.subject), best.subject});
        const auto config = config_from(space, best.trial.config);
        if (config && known.insert({&space, *config}).second)
            tuned.configs.push_back({&space, *config});
    }
}

// Checks those of one kernel on one problem, then times the right ones side by side.
void measure(const po::variables_map& given, Store& store, const Space& space, const Place& place,
             std::size_t column, const Tuned& tuned, Times& times) {
    constexpr std::size_t rounds = 15;
    const BenchSetup setup = make_setup(given, *place.device, space, place.problem);
    const Candidates legal(space, known_of(place.device->device, place.problem));
    const Run run = begin_run(
        setup, store, "cover",
        fmt::format("hone cover {} --precision {}", word_for(space), place.problem.precision));
    Evaluator evaluator(setup, limits_given(given), store, run, false);
    std::vector<Config> right;
    std::vector<std::size_t> rows;
    for (std::size_t c = 0; c < tuned.configs.size() && !interrupted(); ++c) {
        const auto& [of, config] = tuned.configs[c];
        if (of != &space || !legal.contains(config)) continue;
        if (evaluator.judge(config, 0).ruling == Verdict::Ruling::rejected) continue;
        const Trial trial = evaluator.evaluate(config, Purpose::transfer, 0);
        if (trial.outcome != Outcome::ok) continue;
        right.push_back(config);
        rows.push_back(c);
    }
    const auto timed = right.empty() ? std::vector<Trial>{}
                                     : evaluator.side_by_side(right, Purpose::transfer, rounds);
    for (std::size_t i = 0; i < timed.size(); ++i)
        if (timed[i].outcome == Outcome::ok) times[rows[i]][column] = timed[i].time.median;
    store.end(run.id, interrupted() ? State::interrupted : State::finished);
}

Times measure_all(const po::variables_map& given, Store& store, const std::vector<Space>& spaces,
                  const Tuned& tuned) {
    Times times(tuned.configs.size(), std::vector<double>(tuned.places.size()));
    for (std::size_t p = 0; p < tuned.places.size(); ++p) {
        const Place& place = tuned.places[p];
        if (voice_of(given) != Voice::quiet)
            say(fmt::format("hone: {}/{}: {} configs for {}", p + 1, tuned.places.size(),
                            tuned.configs.size(), problem_words(place.problem)));
        for (const Space& space : spaces)
            if (!interrupted() && !hindrance(space, *place.device, place.problem))
                measure(given, store, space, place, p, tuned, times);
    }
    return times;
}

void keep(Store& store, const Tuned& tuned, const Times& times, const CoverChoice& choice) {
    const std::vector<double> best = best_of(times);
    std::vector<Covering> cover;
    for (const std::size_t c : choice.configs) {
        const auto& [space, config] = tuned.configs[c];
        for (std::size_t p = 0; p < tuned.places.size(); ++p)
            if (times[c][p] > 0)
                cover.push_back({.device = tuned.places[p].subject.device,
                                 .kernel = store.add(kernel_of(*space)),
                                 .precision = tuned.places[p].subject.precision,
                                 .config = config_text(*space, config),
                                 .problem = tuned.places[p].subject.problem,
                                 .median_ns = times[c][p],
                                 .best_ns = best[p]});
    }
    store.set_cover(tuned.configs.front().space->routine, cover);
}

Json json(const Tuned& tuned, const Times& times, const CoverChoice& choice) {
    const std::vector<double> best = best_of(times);
    Json answer{{"covered", choice.covered}, {"problems", Json::array()}, {"mean", choice.mean}};
    for (const std::size_t c : choice.configs)
        answer["configs"].push_back(
            {{"kernel", tuned.configs[c].space->name},
             {"config",
              stored_json(config_text(*tuned.configs[c].space, tuned.configs[c].config))}});
    for (std::size_t p = 0; p < tuned.places.size(); ++p) {
        const std::size_t c = server_of(times, choice, p);
        answer["problems"].push_back(
            {{"device", tuned.places[p].device->device.name},
             {"problem", stored_json(tuned.places[p].subject.problem)},
             {"config", std::ranges::find(choice.configs, c) - choice.configs.begin() + 1},
             {"ns", times[c][p]},
             {"best_ns", best[p]}});
    }
    return answer;
}

void print(const Tuned& tuned, const Times& times, const CoverChoice& choice) {
    const std::vector<double> best = best_of(times);
    Table problems{{{"problem"},
                    {"config", Align::right},
                    {"time", Align::right},
                    {"slower than its best", Align::right}}};
    for (std::size_t p = 0; p < tuned.places.size(); ++p) {
        const std::size_t c = server_of(times, choice, p);
        const auto number = std::ranges::find(choice.configs, c) - choice.configs.begin() + 1;
        const double ns = times[c][p];
        const bool served = ns > 0;
        problems.rows.push_back(
            {problem_words(tuned.places[p].problem),
             served ? Cell(fmt::format("{}", number), static_cast<std::int64_t>(number)) : Cell(),
             served ? Cell(human::time(ns), ns) : Cell(),
             served ? Cell(fmt::format("{:.1f} %", 100 * (ns / best[p] - 1)), ns / best[p] - 1)
                    : Cell("not served")});
    }
    fmt::print("{}\n", as_text(problems));
    for (std::size_t i = 0; i < choice.configs.size(); ++i) {
        const auto& [space, config] = tuned.configs[choice.configs[i]];
        fmt::print("{}: {}  {}\n", i + 1, space->name, config_words(config_text(*space, config)));
    }
    fmt::print("{} of {} problems are served, {:.1f} % slower than by their own best on average\n",
               choice.covered, tuned.places.size(), 100 * (choice.mean - 1));
}

double share(const po::variables_map& given) {
    std::string digits = word_of(given, "within");
    if (digits.ends_with('%')) digits.pop_back();
    const Number number = Number::parse(digits);
    if (number.exists() && number.numerator() >= 0) return number.real() / 100;
    throw Error(Exit::usage, fmt::format("--within takes a percentage, not '{}'", digits),
                "such as 5");
}

std::vector<Found> devices(const po::variables_map& given) {
    return is_on(given, "all-devices")
               ? all_devices()
               : std::vector<Found>{select_device(word_of(given, "device"))};
}

Exit run(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what is to be covered?");
    const double within = share(given);
    const auto most = static_cast<std::size_t>(read_count(word_of(given, "max"), "--max"));
    const std::vector<Found> here = devices(given);
    Store store(database_path(word_of(given, "db")));
    store.recover();
    Tuned tuned;
    std::string precision = word_of(given, "precision");
    for (const Found& device : here) collect(store, spaces, device, precision, tuned);
    if (tuned.configs.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const Times times = measure_all(given, store, spaces, tuned);
    if (interrupted()) return Exit::interrupted;
    const CoverChoice choice = smallest_cover(times, within, most);
    keep(store, tuned, times, choice);
    if (is_on(given, "json"))
        print_json(json(tuned, times, choice));
    else
        print(tuned, times, choice);
    return choice.covered == tuned.places.size() ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> words{"kernel"};
constexpr std::array choices{Choice{"kernel", known_words, true}, Choice{"cache", caches},
                             Choice{"precision", known_precisions}};

}  // namespace

extern const Command cover_command;
const Command cover_command{
    .name = "cover",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "find few configs that serve all tuned sizes",
    .details =
        "Tries the best config of each problem that was tuned on this device on every other one, "
        "checked and timed side by side, and finds the smallest set of configs in which each "
        "problem has one that takes at most so many percent more than its own best. The set is "
        "stored: `hone export --as header` writes it as a table to compile in, and an application "
        "that asks for a size between the tuned ones gets the config of the set that is expected "
        "to lose least.\n"
        "\n"
        "  hone tune gemm --sizes 128,256,512,64x512x512,512x64x512 --time-limit 10s\n"
        "  hone cover gemm --within 5%\n"
        "  hone cover gemm --within 10% --max 3 --all-devices\n"
        "\n"
        "It ends with 1 when a problem is not served, or when nothing is stored.\n",
    .declare = declare,
    .words = words,
    .run = run,
    .choices = choices,
};

}  // namespace hone::cli
