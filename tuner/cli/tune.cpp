// SPDX-License-Identifier: MIT
// `hone tune`: from a routine, a kernel or a file of one's own to the best config in the database.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "db/path.hpp"
#include "spaces/names.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/quantities.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/tune_view.hpp"
#include "tuner/device_facts.hpp"
#include "tuner/records.hpp"
#include "tuner/select_device.hpp"
#include "tuner/strategy.hpp"
#include "tuner/tasks.hpp"

namespace hone::cli {
namespace {

constexpr std::chrono::minutes default_time{5};

void declare(po::options_description& options) {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    const auto texts = [](const char* name) {
        return po::value<std::vector<std::string>>()->value_name(name);
    };
    auto add = options.add_options();
    add("kernel", text("ROUTINE|KERNEL|FILE"),
        "gemm, reduction, one kernel by its name, or a space file");
    add("size,s", texts("NAME=VALUE,…"), "the problem; repeated, one problem after another");
    add("precision,p", text("P"), "f32, f64, …; the space's first where none is given");
    add("device,d", text("D"), "an index, a part of a name, a PCI address or a UUID");
    add("all-devices", po::bool_switch(), "every device, one after another");
    add("strategy", text("NAME"), "how the next config is chosen");
    add("max-evals,n", text("N"), "at most N configs, those of earlier runs included");
    add("time-limit,t", text("TIME"),
        "at most so long, as 90s, 10m or 1h; 5m where neither limit is given");
    add("seed", text("S")->default_value("1"), "of the inputs and of the strategy");
    add("where", texts("EXPR"), "only candidates for which EXPR holds; may be repeated");
    add("cache", text("warm|cold|auto")->default_value("auto"),
        "whether a run may find its inputs in the cache");
    add("audit", text("N"), "time N of those that soft rules put off, and judge the rules");
    add("timeout", text("TIME")->default_value("30s"), "the longest that one run may take");
    add("build-timeout", text("TIME")->default_value("60s"), "the longest that one build may take");
    add("build-options", text("OPTIONS"),
        "more for the OpenCL compiler; HONE_BUILD_OPTIONS where not given");
    add("fresh", po::bool_switch(), "measure again what earlier runs have measured");
    add("force", po::bool_switch(), "try what the rules reject or put off, too");
    add("dry-run", po::bool_switch(), "say what would be tuned, and stop");
    add("db", text("FILE"), "the database; HONE_DB, then the user's own where not given");
    add("json", po::bool_switch(), "the result as JSON");
}

std::string word_of(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 ? given[option].as<std::string>() : std::string();
}

std::vector<std::string> words_of(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 ? given[option].as<std::vector<std::string>>()
                                    : std::vector<std::string>{};
}

// Ctrl-C ends the search and keeps everything; a second one ends the program at once.
std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void on_interrupt(int /*signal*/) {
    if (stop.exchange(true)) ::_exit(static_cast<int>(Exit::interrupted));
}

void listen_for_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

std::vector<Constraint> restrictions(const Space& space, const po::variables_map& given) {
    std::vector<Constraint> where;
    Mistakes mistakes;
    for (const std::string& text : words_of(given, "where")) {
        const Expression must_hold =
            Expression::parse(text, {fmt::format("--where '{}'", text)}, mistakes);
        must_hold.check_names(known_names(space), mistakes);
        where.push_back({text, must_hold});
    }
    throw_if_any(mistakes);
    return where;
}

bool cold(const po::variables_map& given, const Space& space, const Names& known) {
    const std::string cache = given["cache"].as<std::string>();
    if (cache == "cold" || cache == "warm") return cache == "cold";
    if (cache != "auto")
        throw Error(Exit::usage, fmt::format("--cache: '{}' is none of warm, cold, auto", cache));
    const Candidates candidates(space, known);
    return !candidates.empty() && cold_by_nature(make_plan(space, candidates.at(0), known));
}

std::string build_options(const po::variables_map& given) {
    const char* from_environment = std::getenv("HONE_BUILD_OPTIONS");
    return given.count("build-options") != 0
               ? word_of(given, "build-options")
               : std::string(from_environment ? from_environment : "");
}

// How far each of several kernels may go, when they share what the user allows.
void set_budget(Task& task, const po::variables_map& given, std::size_t shares) {
    const auto divisor = static_cast<std::int64_t>(shares);
    if (given.count("max-evals") != 0) {
        const std::int64_t most = read_count(word_of(given, "max-evals"), "--max-evals");
        task.max_evals = static_cast<std::size_t>(std::max<std::int64_t>(most / divisor, 1));
    }
    if (given.count("time-limit") != 0) {
        task.time_limit = read_duration(word_of(given, "time-limit"), "--time-limit") / divisor;
    } else if (!task.max_evals) {
        task.time_limit = std::chrono::nanoseconds(default_time) / divisor;
    }
}

Task make_task(const po::variables_map& given, const Found& device, const Space& space,
               const Problem& problem, std::size_t shares) {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    Names known = device_names(device.device);
    known.merge(names_of(problem));
    const auto seed =
        static_cast<std::uint64_t>(read_count(given["seed"].as<std::string>(), "--seed"));
    Task task;
    task.setup = {.device = device,
                  .kernel = kernel_of(space),
                  .space = space,
                  .problem = problem,
                  .seed = seed,
                  .cold = cold(given, space, known),
                  .options = build_options(given)};
    task.limits.run =
        duration_cast<milliseconds>(read_duration(word_of(given, "timeout"), "--timeout"));
    task.limits.build = duration_cast<milliseconds>(
        read_duration(word_of(given, "build-timeout"), "--build-timeout"));
    task.strategy = given.count("strategy") != 0 ? word_of(given, "strategy")
                                                 : std::string(strategies()[0].name);
    if (given.count("audit") != 0) {
        task.audit = static_cast<std::size_t>(read_count(word_of(given, "audit"), "--audit"));
    }
    task.resume = !given["fresh"].as<bool>();
    task.forced = given["force"].as<bool>();
    task.where = restrictions(space, given);
    task.command = command_line(given, space, problem);
    set_budget(task, given, shares);
    return task;
}

std::vector<Found> devices(const po::variables_map& given) {
    if (!given["all-devices"].as<bool>()) return {select_device(word_of(given, "device"))};
    std::vector<Found> all = all_devices();
    select_device(all, {});  // says what to install where there is none
    return all;
}

// The problems that were asked for: one for each --size, or the space's own.
std::vector<Problem> problems(const po::variables_map& given, const Space& space) {
    std::vector<Problem> all;
    for (const std::string& size : words_of(given, "size")) {
        all.push_back(make_problem(space, word_of(given, "precision"), read_names(size, "--size")));
    }
    if (all.empty()) all.push_back(make_problem(space, word_of(given, "precision"), {}));
    return all;
}

// Tunes each kernel that can serve the problem; the later ones know what the earlier ones reached.
Tuning tune_problem(const po::variables_map& given, const Found& device, std::vector<Space> spaces,
                    const Problem& problem, Store* store) {
    Tuning result{device.device, problem, {}, {}};
    std::erase_if(spaces, [&](const Space& space) {
        const auto why = hindrance(space, device, problem);
        if (why) result.hindered.emplace_back(space.name, *why);
        return why.has_value();
    });
    double incumbent_ns = 0;
    for (const Space& space : spaces) {
        Task task = make_task(given, device, space, problem, spaces.size());
        task.incumbent_ns = incumbent_ns;
        if (!store) {
            print_plan(task);
            continue;
        }
        ProgressLine line(task);
        result.findings.emplace_back(
            task, tune(
                      task, *store, [&](const Progress& p) { line.show(p); }, stop));
        const auto& best = result.findings.back().second.best;
        if (best && (incumbent_ns == 0 || best->time.high < incumbent_ns))
            incumbent_ns = best->time.high;
        if (stop) break;
    }
    return result;
}

Exit run(const po::variables_map& given) {
    if (given.count("kernel") == 0) {
        throw Error(Exit::usage, "what is to be tuned? Say a routine, a kernel or a file",
                    fmt::format("hone has {}.", fmt::join(known_words(), ", ")));
    }
    const std::vector<Space> spaces = spaces_for(word_of(given, "kernel"));
    std::optional<Store> store;
    if (!given["dry-run"].as<bool>()) {
        store.emplace(database_path(word_of(given, "db")));
        store->recover();
    }
    listen_for_interrupts();
    std::vector<Tuning> all;
    for (const Found& device : devices(given)) {
        for (const Problem& problem : problems(given, spaces.front())) {
            if (!stop)
                all.push_back(
                    tune_problem(given, device, spaces, problem, store ? &*store : nullptr));
        }
    }
    if (!store) return Exit::done;
    print_results(all, given["json"].as<bool>(), store->connection().file());
    if (stop) {
        say("hone: interrupted; everything measured is kept, and the same command goes on from "
            "here");
        return Exit::interrupted;
    }
    const bool found = std::all_of(all.begin(), all.end(),
                                   [](const Tuning& tuned) { return tuned.best() != nullptr; });
    return found ? Exit::done : Exit::no;
}

std::vector<std::string> strategy_names() {
    std::vector<std::string> names;
    for (const StrategyKind& kind : strategies()) names.emplace_back(kind.name);
    return names;
}

std::vector<std::string> caches() {
    return {"warm", "cold", "auto"};
}

constexpr std::array<std::string_view, 1> words{"kernel"};
constexpr std::array choices{Choice{"strategy", strategy_names}, Choice{"cache", caches},
                             Choice{"kernel", known_words, true}};

}  // namespace

extern const Command tune_command;
const Command tune_command{
    .name = "tune",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "find the fastest correct config on a device and store it",
    .details =
        "Tries configs of a kernel on the device: each is judged by the rules, built, run and "
        "checked "
        "in a process of its own, timed, and stored at once. At the end the best are checked on "
        "ragged "
        "sizes and timed side by side; what cannot be told apart is a tie, and the simplest wins.\n"
        "\n"
        "A routine is tuned with every kernel that can compute it here. A file is a space of your "
        "own, "
        "with its kernel beside it.\n"
        "\n"
        "  hone tune reduction\n"
        "  hone tune gemm --size M=1024,N=1024,K=1024 --time-limit 10m\n"
        "  hone tune gemm --precision f64 --max-evals 200 --strategy random_sample\n"
        "  hone tune path/to/own.toml --size n=1Mi\n"
        "\n"
        "Ctrl-C keeps everything; the same command goes on. It ends with 0 when each problem has a "
        "best config, with 1 when one has none.\n",
    .declare = declare,
    .words = words,
    .run = run,
    .choices = choices,
};

}  // namespace hone::cli
