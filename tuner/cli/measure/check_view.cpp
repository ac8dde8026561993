// SPDX-License-Identifier: MIT
// Prints the new time beside the stored one, with the known reasons for a difference.
#include "tuner/cli/measure/check_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/text/table.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {

using Json = nlohmann::ordered_json;

namespace {

std::string problem_of(const StoredBest& stored, const std::vector<CheckedBest>& all) {
    const Best& best = stored.best;
    const bool is_of_several = std::ranges::any_of(all, [&](const CheckedBest& other) {
        const Best& one = other.stored.best;
        return one.routine == best.routine && differ_in_caches(one.key, best.key);
    });
    return problem_words(best.routine, best.key.precision, best.key.problem, stored.kernel.space) +
           (is_of_several ? caches_note(best.key) : "");
}

// What has changed since the stored measurement, and why a config was not measured or failed.
std::vector<std::string> notes_of(const CheckedBest& checked) {
    const StoredBest& stored = checked.stored;
    std::vector<std::string> notes;
    if (!stored.same_kernel) notes.emplace_back("the kernel has changed since: tune again");
    if (!stored.same_driver && stored.device.driver != checked.driver_now)
        notes.push_back(fmt::format("the driver was {}, now it is {}: tune again",
                                    stored.device.driver, checked.driver_now));
    else if (!stored.same_driver)
        notes.emplace_back("the device's limits have changed since: tune again");
    if (!checked.obstacle.empty()) notes.push_back(checked.obstacle);
    if (checked.now && !checked.now->message.empty())
        notes.push_back(first_line(checked.now->message));
    return notes;
}

}  // namespace

void print_checks(const std::vector<CheckedBest>& all) {
    Table table{{{"verdict"},
                 {"kernel"},
                 {"problem"},
                 {"now", Align::right},
                 {"before", Align::right},
                 {"note"}}};
    for (const CheckedBest& checked : all) {
        const bool timed = checked.now && checked.now->time.known();
        const Figure figure = figure_of(checked.stored.best.key.conditions);
        table.rows.push_back({word(checked.verdict), checked.stored.best.kernel,
                              problem_of(checked.stored, all),
                              timed ? Cell(with_spread(checked.now->time, figure)) : Cell(),
                              with_spread(checked.before, figure),
                              fmt::format("{}", fmt::join(notes_of(checked), "; "))});
    }
    put("{}", as_text(table));
}

void print_checks_json(const std::vector<CheckedBest>& all) {
    Json list = Json::array();
    for (const CheckedBest& checked : all) {
        const Best& best = checked.stored.best;
        list.push_back({{"verdict", word(checked.verdict)},
                        {"device", best.device},
                        {"kernel", best.kernel},
                        {"routine", best.routine},
                        {"precision", best.key.precision},
                        {"problem", stored_json(best.key.problem)},
                        {"conditions", stored_json(best.key.conditions)},
                        {"config", stored_json(best.trial.config)},
                        {"before", estimate_json(checked.before)},
                        {"now", checked.now ? estimate_json(checked.now->time) : Json()},
                        {"outcome", checked.now ? Json(word(checked.now->outcome)) : Json()},
                        {"kernel_changed", !checked.stored.same_kernel},
                        {"driver_changed", !checked.stored.same_driver},
                        {"notes", notes_of(checked)}});
    }
    print_json(list);
}

}  // namespace hone::cli
