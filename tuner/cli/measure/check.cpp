// SPDX-License-Identifier: MIT
// `hone check`: whether the stored bests of this device are still right and still as fast.
#include <array>
#include <filesystem>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "db/sqlite/database_path.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/check_view.hpp"
#include "tuner/cli/options/device_claim.hpp"
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

constexpr double slower_ratio = 1.05;  // times the median, with intervals that do not overlap

void declare_check(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"),
        "only the bests of a routine or of one kernel");
    declare_device(options);
    add("precision,p", single_value("P"), "only those in this precision");
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

// What is measured again ------------------------------------------------------------------------

// The current spaces by name: those that come with hone, and one that was given.
using Today = std::map<std::string, Space>;

Today spaces_of_today(const po::variables_map& given) {
    Today today;
    for (const std::string& name : shipped_spaces())
        today.emplace(name, read_space(find_space(name)));
    const std::string word = word_of(given, "kernel");
    if (std::filesystem::is_regular_file(word)) {
        Space space = read_space(word);
        today.insert_or_assign(space.name, std::move(space));
    }
    return today;
}

// A stored kernel's space of today, also where it was called otherwise then; nothing where it is
// gone.
const Space* find_today(const Today& today, const std::string& kernel) {
    const auto found = today.find(kernel);
    if (found != today.end()) return &found->second;
    const auto renamed = std::ranges::find_if(
        today, [&](const auto& each) { return is_named(each.second, kernel); });
    return renamed == today.end() ? nullptr : &renamed->second;
}

// Of one kernel and problem there may be bests of earlier versions and drivers: the current ones
// come first.
bool stands_before(const StoredBest& a, const StoredBest& b) {
    const auto rank = [](const StoredBest& s) {
        return std::tuple(s.same_kernel, s.same_driver, s.best.trial.started);
    };
    return rank(a) > rank(b);
}

bool is_selected(const Best& best, const std::string& word, const Today& today) {
    if (word.empty() || best.kernel == word || best.routine == word) return true;
    const Space* space = find_today(today, best.kernel);
    return space && (space->name == word || space->file == std::filesystem::path(word));
}

std::vector<StoredBest> stored_here(const po::variables_map& given, Store& store,
                                    const LocalDevice& here, const Today& today) {
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    std::map<std::tuple<std::string, std::string, std::string, std::string>, StoredBest> latest;
    for (const Best& best : store.bests({{}, {}, {}, word_of(given, "precision")})) {
        const Device& device = devices.at(best.key.device);
        const bool here_too =
            device.name == here.device.name && device.platform == here.device.platform;
        if (!here_too || !is_selected(best, word_of(given, "kernel"), today)) continue;
        const Kernel& kernel = kernels.at(best.key.kernel);
        const Space* space = find_today(today, best.kernel);
        const StoredBest one{best, kernel, device,
                             !space || id_of(kernel_of(*space)) == best.key.kernel,
                             best.key.device == id_of(here.device)};
        const auto [entry, is_new] =
            latest.try_emplace({space ? space->name : best.kernel, best.key.precision,
                                best.key.problem, best.key.conditions},
                               one);
        if (!is_new && stands_before(one, entry->second)) entry->second = one;
    }
    std::vector<StoredBest> all;
    for (auto& [key, one] : latest) all.push_back(std::move(one));
    return all;
}

// The setup of a stored best, with the texts that were measured.
BenchSetup setup_of(const StoredBest& stored, const LocalDevice& here, const Today& today) {
    const MeasurementKey& key = stored.best.key;
    const auto present = today.find(stored.kernel.name);
    const bool is_json =
        stored.kernel.space.find_first_not_of(" \t\r\n") == stored.kernel.space.find_first_of("{[");
    const std::string file = stored.kernel.name + (is_json ? ".json" : ".toml");
    Space space = present != today.end() && stored.same_kernel
                      ? present->second
                      : read_space(stored.kernel.space, file);
    const Json conditions = stored_json(key.conditions);
    Problem problem = problem_from(space, key);
    return {.device = here,
            .kernel = stored.kernel,
            .space = std::move(space),
            .problem = std::move(problem),
            .seed = 1,
            .cold = conditions.value("cache", "warm") == "cold",
            .options = conditions.value("options", "")};
}

// Measuring it again ----------------------------------------------------------------------------

bool is_slower(const Estimate& a, const Estimate& b) {
    return a.known() && b.known() && a.low > b.high && a.median > slower_ratio * b.median;
}

// The time of the best when it was chosen, and not that of an earlier check.
Estimate time_before(Store& store, const Best& best) {
    const Trial* before = nullptr;
    const std::vector<Trial> trials = store.trials(best.key);
    for (const Trial& trial : trials) {
        if (trial.config != best.trial.config || trial.outcome != Outcome::ok) continue;
        if (trial.purpose == Purpose::check) continue;
        const bool weaker =
            before && before->purpose == Purpose::final && trial.purpose != Purpose::final;
        if (!weaker) before = &trial;
    }
    return before ? before->time : best.trial.time;
}

// Checks the result first, then times it as in a final round: only times that were taken alike can
// be compared. A config that is slower is timed a second time, because other work on the machine
// may have slowed it down.
Trial measure(Evaluator& evaluator, const Config& config, const Estimate& before) {
    constexpr std::size_t rounds = 25;
    Trial checked = evaluator.evaluate(evaluator.plan(config), Purpose::check, 0);
    if (checked.outcome != Outcome::ok) return checked;
    const auto timed = [&] {
        return evaluator.time_interleaved({config}, Purpose::check, rounds)[0];
    };
    Trial once = timed();
    if (!is_slower(once.time, before)) return once;
    Trial twice = timed();
    const bool use_first = twice.outcome == Outcome::ok && once.time.median < twice.time.median;
    return use_first ? once : twice;
}

Change change_of(const Trial& now, const Estimate& before) {
    if (now.outcome == Outcome::wrong) return Change::wrong;
    if (now.outcome != Outcome::ok) return Change::failed;
    if (is_slower(now.time, before)) return Change::slower;
    return is_slower(before, now.time) ? Change::faster : Change::as_before;
}

std::vector<std::string> notes_of(const StoredBest& stored, const LocalDevice& here) {
    std::vector<std::string> notes;
    if (!stored.same_kernel) notes.emplace_back("the kernel has changed since: tune again");
    if (!stored.same_driver && stored.device.driver != here.device.driver)
        notes.push_back(fmt::format("the driver was {}, now it is {}: tune again",
                                    stored.device.driver, here.device.driver));
    else if (!stored.same_driver)
        notes.emplace_back("the device's limits have changed since: tune again");
    return notes;
}

void run_check(const po::variables_map& given, Store& store, const BenchSetup& setup,
               CheckedBest& checked) {
    const auto config = config_from(setup.space, checked.stored.best.trial.config);
    if (!config) {
        checked.notes.emplace_back("its space has no such config");
        return;
    }
    const Run run = begin_run(
        setup, store, "check",
        fmt::format("hone check {} --precision {}", setup.space.name, setup.problem.precision));
    Evaluator evaluator = make_evaluator(setup, timeouts_given(given), store, run);
    const Verdict rules = evaluator.apply_rules(*config);
    if (rules.decision == Verdict::Decision::rejected) {
        checked.notes.push_back(fmt::format("rejected by {}: {}", rules.rule, rules.reason));
    } else {
        checked.now = measure(evaluator, *config, checked.before);
        checked.verdict = change_of(*checked.now, checked.before);
        if (!checked.now->message.empty())
            checked.notes.push_back(first_line(checked.now->message));
    }
    store.end(run.id, State::finished);
}

CheckedBest check(const po::variables_map& given, Store& store, const LocalDevice& here,
                  const Today& today, const StoredBest& stored) {
    CheckedBest checked{.stored = stored,
                        .before = time_before(store, stored.best),
                        .now = {},
                        .notes = notes_of(stored, here)};
    try {
        run_check(given, store, setup_of(stored, here, today), checked);
    } catch (const Error& error) {
        // One that fails must not keep the others from being checked.
        checked.notes.emplace_back(error.what());
    }
    return checked;
}

bool is_well(const CheckedBest& checked) {
    return checked.verdict == Change::as_before || checked.verdict == Change::faster;
}

Exit nothing_stored(const po::variables_map& given) {
    if (is_on(given, "json")) print_json(Json::array());
    say_nothing_stored(given);
    return Exit::no;
}

Exit run_check(const po::variables_map& given) {
    const LocalDevice here = select_device(word_of(given, "device"));
    const std::filesystem::path file = database_path(word_of(given, "db"));
    if (!std::filesystem::exists(file)) return nothing_stored(given);
    Store store(file);
    store.recover();
    const Today today = spaces_of_today(given);
    const std::vector<StoredBest> stored = stored_here(given, store, here, today);
    if (stored.empty()) return nothing_stored(given);
    listen_for_interrupts();
    const DeviceClaim claim(given, "check", {here});
    std::vector<CheckedBest> all;
    for (const StoredBest& one : stored) {
        if (interrupted()) break;
        if (verbosity_of(given) != Verbosity::quiet)
            say(fmt::format("hone: {}/{}: {} for {}", all.size() + 1, stored.size(),
                            one.best.kernel, problem_of(one.best)));
        all.push_back(check(given, store, here, today, one));
    }
    if (is_on(given, "json"))
        print_checks_json(all);
    else
        print_checks(all);
    if (interrupted()) return Exit::interrupted;
    return std::ranges::all_of(all, is_well) ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> check_words{"kernel"};
constexpr std::array check_allowed_values{AllowedValues{"kernel", known_words, true},
                                          AllowedValues{"precision", known_precisions}};

}  // namespace

extern const Command check_command;
const Command check_command{
    .name = "check",
    .synopsis = "[ROUTINE|KERNEL|FILE] [options]",
    .summary = "measure the stored bests of a device again",
    .details =
        "Builds, checks and times the best config of each problem that was tuned on this device, "
        "with the texts that were measured then, and stores what came of it. One is slower when "
        "its interval lies above the one of the time it was chosen with, and its median more than "
        "5 % above; it is measured twice before that is said. It also says where the driver or "
        "the kernel's texts have changed since, so that tuning again may find something better.\n"
        "\n"
        "  hone check\n"
        "  hone check gemm --device 0 --json\n"
        "\n"
        "It ends with 1 when one is slower, wrong or fails, or when nothing is stored.\n",
    .declare = declare_check,
    .words = check_words,
    .run = run_check,
    .allowed_values = check_allowed_values,
};

}  // namespace hone::cli
