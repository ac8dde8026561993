// SPDX-License-Identifier: MIT
// A best counts as slower if its interval lies above the stored one and its median more than 5 %
// above.
#include "tuner/campaigns/recheck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "db/device/device_similarity.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/counting_trial.hpp"
#include "db/model/formerly.hpp"
#include "db/program/trusted_texts.hpp"
#include "db/recipe/config_check.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/brought_by.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

constexpr double slower_ratio = 1.05;  // times the median; the intervals do not overlap

// The selection of bests --------------------------------------------------------------------------

// Returns the current space of a stored kernel, also if the kernel was renamed; nullptr if it was
// removed.
const Space* find_current(const CurrentSpaces& spaces, const std::string& kernel) {
    const auto found = spaces.find(kernel);
    if (found != spaces.end()) return &found->second;
    const auto renamed = std::ranges::find_if(
        spaces, [&](const auto& each) { return is_named(each.second, kernel); });
    return renamed == spaces.end() ? nullptr : &renamed->second;
}

bool is_selected(const Best& best, const RecheckOptions& options) {
    const std::string& what = options.what;
    if (what.empty() || best.kernel == what || best.routine == what) return true;
    const Space* space = find_current(options.spaces, best.kernel);
    return space && (space->name == what || space->file == std::filesystem::path(what));
}

// A kernel and problem may have bests of earlier versions and drivers. The one that applications
// get comes first: the fastest under the current driver.
bool stands_before(const StoredBest& a, const StoredBest& b) {
    const auto rank = [](const StoredBest& s) {
        return std::tuple(s.same_driver, -s.best.trial.time.median);
    };
    return rank(a) > rank(b);
}

// The setup of a stored best, with the source and space that were measured.
BenchSetup setup_of(const RecheckOptions& options, const StoredBest& stored,
                    const LocalDevice& device) {
    const MeasurementKey& key = stored.best.key;
    const auto current = options.spaces.find(stored.kernel.name);
    const std::string& text = stored.kernel.space;
    Space space =
        current != options.spaces.end() && stored.same_kernel
            ? current->second
            : read_space(text, stored.kernel.name + (is_json_space(text) ? ".json" : ".toml"));
    for (std::string& each : space.precisions)  // an older space may use other names
        each = precision_today(stored.kernel.name, each);
    Problem problem = problem_from(space, key);
    return {.device = device,
            .kernel = stored.kernel,
            .space = std::move(space),
            .problem = std::move(problem),
            .seed = options.measure.seed,
            .cold = text_in(key.conditions, "cache", "warm") == "cold",
            .options = text_in(key.conditions, "options", ""),
            .named_by_user = false};
}

// The trust in stored sources ---------------------------------------------------------------------

// A kernel that comes with hone, or that the user named, is trusted regardless of who stored it.
bool is_current(const RecheckOptions& options, const StoredBest& stored) {
    return stored.same_kernel && find_current(options.spaces, stored.kernel.name);
}

std::string untrusted(std::string_view what, const std::string& origin) {
    return fmt::format("{} came from {}: --trust-databases builds them", what, origin);
}

// The reason why this best may not be built; empty if it may. A kernel's source is a program, and
// most compiler options can run code, too.
std::string why_not_built(const RecheckOptions& options, const StoredBest& stored, Store& store) {
    const MeasurementKey& key = stored.best.key;
    if (id_of(stored.kernel) != key.kernel) return "its text was changed after it was stored";
    if (options.trust_databases) return "";
    if (const auto from = brought_by(store, key.kernel);
        !from.empty() && !is_current(options, stored))
        return untrusted("its texts", from);
    const std::optional<Run> run = store.run(stored.best.trial.run);
    const std::string options_used = text_in(key.conditions, "options", "");
    const bool is_own =
        run && run->origin.empty() && is_trusted_text(TextKind::options, options_used);
    if (!is_own && !lookup::are_safe_options(options_used))
        return untrusted("its build options", run && !run->origin.empty()
                                                  ? run->origin
                                                  : store.connection().file().string());
    return "";
}

// The measurement --------------------------------------------------------------------------------

bool is_slower(const MedianInterval& a, const MedianInterval& b) {
    return a.known() && b.known() && a.low > b.high && a.median > slower_ratio * b.median;
}

// The time of the best when it was chosen; times of earlier checks do not count.
MedianInterval time_before(Store& store, const Best& best) {
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

// Checks the result first, then times it as in a final round, since only times of the same method
// are comparable. A config that is slower is timed a second time, because other work on the machine
// may have slowed it down.
Trial measure(Evaluator& evaluator, const Config& config, const MedianInterval& before) {
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

Change change_of(const Trial& now, const MedianInterval& before) {
    if (now.outcome == Outcome::wrong) return Change::wrong;
    if (now.outcome != Outcome::ok) return Change::failed;
    if (is_slower(now.time, before)) return Change::slower;
    return is_slower(before, now.time) ? Change::faster : Change::as_before;
}

void run_check(const RecheckOptions& options, BenchSetup setup, const Campaign& campaign,
               CheckedBest& checked) {
    const auto config = config_from(setup.space, checked.stored.best.trial.config);
    if (!config) {
        checked.obstacle = "its space has no such config";
        return;
    }
    const std::string command = options.command(setup.space, setup.problem);
    CampaignRun run(campaign, std::move(setup), options.measure, "check", command);
    const RuleVerdict rules = run.evaluator().apply_rules(*config);
    if (rules.decision == RuleVerdict::Decision::rejected) {
        checked.obstacle = fmt::format("rejected by {}: {}", rules.rule, rules.reason);
    } else {
        checked.now = measure(run.evaluator(), *config, checked.before);
        checked.verdict = change_of(*checked.now, checked.before);
        checked.device_failed = is_device_failure(*checked.now);
    }
    run.finish();
}

// Times by two different clocks are not comparable. Empty if the clock is the same.
std::string why_not_compared(const StoredBest& stored, const LocalDevice& device) {
    const std::string now(word(device.clock));
    const std::string then = text_in(stored.best.key.conditions, "clock", "device");
    if (now == then) return "";
    return fmt::format("it was timed by the {}'s clock, and the {}'s times it now: tune it again",
                       then, now);
}

CheckedBest check(const RecheckOptions& options, const LocalDevice& device,
                  const StoredBest& stored, const Campaign& campaign) {
    CheckedBest checked{.stored = stored,
                        .driver_now = device.device.driver,
                        .before = time_before(campaign.store, stored.best)};
    checked.obstacle = why_not_built(options, stored, campaign.store);
    if (checked.obstacle.empty()) checked.obstacle = why_not_compared(stored, device);
    if (!checked.obstacle.empty()) return checked;
    try {
        run_check(options, setup_of(options, stored, device), campaign, checked);
    } catch (const Error& error) {
        // After a failure the other bests are still checked.
        checked.obstacle = error.what();
        checked.device_failed = error.exit() == Exit::environment;
    }
    return checked;
}

}  // namespace

CurrentSpaces current_spaces(const std::string& what) {
    CurrentSpaces spaces;
    for (const std::string& name : shipped_spaces())
        spaces.emplace(name, read_space(find_space(name)));
    if (is_path_of_file(what)) {
        Space space = read_space(what);
        spaces.insert_or_assign(space.name, std::move(space));
    }
    return spaces;
}

std::vector<StoredBest> bests_of_device(const RecheckOptions& options, const LocalDevice& device,
                                        Store& store) {
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    const std::string here = id_of(device.device);
    std::map<std::tuple<std::string, std::string, std::string, std::string>, StoredBest> latest;
    for (const Best& best : store.bests({{}, {}, {}, options.precision})) {
        const Device& tuned_on = devices.at(best.key.device);
        if (!lookup::is_same_board(tuned_on, device.device) || !is_selected(best, options))
            continue;
        const Space* space = find_current(options.spaces, best.kernel);
        const StoredBest one{best, kernels.at(best.key.kernel), tuned_on,
                             !space || id_of(kernel_of(*space)) == best.key.kernel,
                             best.key.device == here};
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

std::vector<CheckedBest> recheck(const RecheckOptions& options, const LocalDevice& device,
                                 const std::vector<StoredBest>& bests, const Campaign& campaign) {
    std::vector<CheckedBest> all;
    for (const StoredBest& stored : bests) {
        if (campaign.stop || !options.goes_on()) break;
        const Best& best = stored.best;
        const Problem problem{best.routine, best.key.precision, arguments_from(best.key.problem)};
        campaign.on_step({.number = all.size() + 1,
                          .total = bests.size(),
                          .kernel = best.kernel,
                          .device = device.device.name,
                          .problem = problem});
        all.push_back(check(options, device, stored, campaign));
    }
    return all;
}

}  // namespace hone
