// SPDX-License-Identifier: MIT
// The new time beside the stored one, with the known reasons for a difference.
#include "tuner/cli/measure/check_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "reports/text/table.hpp"
#include "tuner/cli/options/trial_text.hpp"

namespace hone::cli {

using Json = nlohmann::ordered_json;

std::string problem_of(const Best& best) {
    return problem_words(best.routine, best.key.precision, best.key.problem);
}

void print_checks(const std::vector<CheckedBest>& all) {
    Table table{{{"verdict"},
                 {"kernel"},
                 {"problem"},
                 {"now", Align::right},
                 {"before", Align::right},
                 {"note"}}};
    for (const CheckedBest& checked : all) {
        const bool timed = checked.now && checked.now->time.known();
        table.rows.push_back(
            {word(checked.verdict), checked.stored.best.kernel, problem_of(checked.stored.best),
             timed ? Cell(with_spread(checked.now->time)) : Cell(), with_spread(checked.before),
             fmt::format("{}", fmt::join(checked.notes, "; "))});
    }
    fmt::print("{}", as_text(table));
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
                        {"notes", checked.notes}});
    }
    print_json(list);
}

}  // namespace hone::cli
