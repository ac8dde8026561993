// SPDX-License-Identifier: MIT
// Kernels of one routine are compared by the objective.
#include "tuner/cli/inspect/best_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

#include "db/model/canonical_json.hpp"
#include "reports/evidence/sustained_words.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/text_layout.hpp"

namespace hone::cli {

using Json = nlohmann::ordered_json;

std::string Bests::problem(const Best& best) const {
    const bool is_of_several = std::ranges::any_of(rows, [&](const Best& other) {
        return other.routine == best.routine && differ_in_caches(other.key, best.key);
    });
    return problem_words(best.routine, best.key.precision, best.key.problem,
                         kernels.at(best.key.kernel).space) +
           (is_of_several ? caches_note(best.key) : "");
}

double Bests::value(const Best& best) const {
    if (objective == Objective::time) return best.trial.time.median;
    return value_of(sustained.at(best.trial.id), objective).value_or(0);
}

// Among equal values the newest measurement wins. Clocks have steps, and a kernel may take exactly
// as long after a change of its source.
bool Bests::wins(const Best& best) const {
    const auto order = [&](const Best& one) {
        return std::tuple(value(one), -one.trial.started, one.trial.id);
    };
    return std::ranges::none_of(rows, [&](const Best& other) {
        return other.key.device == best.key.device && other.routine == best.routine &&
               other.key.precision == best.key.precision && other.key.problem == best.key.problem &&
               other.key.conditions == best.key.conditions && order(other) < order(best);
    });
}

namespace {

double per_second(double amount, const Trial& trial) {
    return amount / (trial.time.median * 1e-9);
}

// Build options that relax mathematics or otherwise change the program belong to the measurement
// conditions, and so does timing with the host's clock.
std::string conditions_note(const MeasurementKey& key) {
    std::string note;
    for (const Setting& condition : settings_of(key.conditions)) {
        const std::string value = text(condition);
        if (condition.first == "options" && !value.empty())
            note += fmt::format(" (built with {})", value);
        if (condition.first == "figure") note += fmt::format(" (the {} is better)", value);
        if (condition.first == "clock" && figure_of(key.conditions) == Figure::time)
            note += fmt::format(" (timed by the {}'s clock)", value);
    }
    return note;
}

std::string figure_words(const Best& best) {
    return with_spread(best.trial.time, figure_of(best.key.conditions));
}

// The two cells of a measurement under sustained load; empty if there is none.
Row short_load_cells(const Bests& bests, const Best& best) {
    const auto found = bests.sustained.find(best.trial.id);
    if (found == bests.sustained.end()) return {Cell(), Cell()};
    return {load_words(found->second),
            work_per_joule(best.trial.flops, best.trial.bytes, found->second.joules)};
}

}  // namespace

Table readable(const Bests& bests) {
    Table table{{{"device"},
                 {"kernel"},
                 {"wins"},
                 {"problem"},
                 {"time", Align::right},
                 {"rate", Align::right},
                 {"config"}}};
    const bool is_sustained = bests.objective != Objective::time;
    if (is_sustained)
        table.columns.insert(table.columns.end() - 1,
                             {Column{"under sustained load"}, Column{"work per joule"}});
    for (const Best& best : bests.rows) {
        Row row{best.device,         best.kernel,        bests.wins(best) ? "yes" : "",
                bests.problem(best), figure_words(best), rate(best.trial)};
        if (is_sustained) std::ranges::move(short_load_cells(bests, best), std::back_inserter(row));
        row.emplace_back(config_words(best.trial.config) + conditions_note(best.key));
        table.rows.push_back(std::move(row));
    }
    return table;
}

namespace {

// Wraps the text between words; all lines but the first are indented by two more columns.
std::string set_in(const std::string& text, std::size_t indent, std::size_t columns) {
    constexpr std::size_t more = 2;
    const std::size_t least = 2 * (indent + more);
    std::string all;
    std::size_t at = indent;
    for (const std::string& line : lines(text, std::max(columns, least) - indent - more)) {
        all += fmt::format("{:{}}{}\n", "", at, line);
        at = indent + more;
    }
    return all;
}

// Used if a table would be wider than the terminal: the config stands below its kernel.
std::string as_records(const Bests& bests, std::size_t columns) {
    constexpr std::size_t of_problem = 2;
    constexpr std::size_t of_kernel = 4;
    constexpr std::size_t of_config = 6;
    std::string text;
    std::string device;
    std::string problem;
    for (const Best& best : bests.rows) {
        if (best.device != device) {
            device = best.device;
            problem.clear();
            text += set_in(device, 0, columns);
        }
        if (const std::string asked = bests.problem(best); asked != problem) {
            problem = asked;
            text += set_in(problem, of_problem, columns);
        }
        text += set_in(fmt::format("{}{}: {}, {}", best.kernel, bests.wins(best) ? " (wins)" : "",
                                   figure_words(best), rate(best.trial)),
                       of_kernel, columns);
        if (const auto found = bests.sustained.find(best.trial.id);
            found != bests.sustained.end() && bests.objective != Objective::time)
            text +=
                set_in("under sustained load: " + load_words(found->second), of_config, columns);
        const std::string config = config_words(best.trial.config) + conditions_note(best.key);
        for (const std::string& line : lines(config, std::max(columns, 2 * of_config) - of_config))
            text += fmt::format("{:{}}{}\n", "", of_config, line);
    }
    return text;
}

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    for (const std::string_view line : split(text, '\n')) widest = std::max(widest, width(line));
    return widest;
}

}  // namespace

void print_table(const Bests& bests) {
    const std::string table = as_text(readable(bests));
    const auto columns = columns_of(stdout);
    put("{}", columns && widest_line(table) > *columns ? as_records(bests, *columns) : table);
}

Table exact(const Bests& bests) {
    Table table{{{"device"},
                 {"driver"},
                 {"routine"},
                 {"kernel"},
                 {"precision"},
                 {"problem"},
                 {"conditions"},
                 {"config"},
                 {"chosen"},
                 {"wins"},
                 {"median", Align::right, "ns"},
                 {"low", Align::right, "ns"},
                 {"high", Align::right, "ns"},
                 {"rate", Align::right, "flop/s"},
                 {"rate", Align::right, "byte/s"}}};
    const auto cell = [](double number) {
        return Cell(human::count(std::int64_t(number)), number);
    };
    for (const Best& best : bests.rows) {
        const Trial& trial = best.trial;
        table.rows.push_back(
            {best.device, best.driver, best.routine, best.kernel, best.key.precision,
             best.key.problem, best.key.conditions, trial.config, best.chosen ? "yes" : "no",
             bests.wins(best) ? "yes" : "no", cell(trial.time.median), cell(trial.time.low),
             cell(trial.time.high), cell(per_second(trial.flops, trial)),
             cell(per_second(trial.bytes, trial))});
    }
    return table;
}

Json bests_json(const Bests& bests) {
    Json all = Json::array();
    for (const Best& best : bests.rows) {
        Json one{{"device", best.device},
                 {"driver", best.driver},
                 {"routine", best.routine},
                 {"kernel", best.kernel},
                 {"precision", best.key.precision},
                 {"problem", stored_json(best.key.problem)},
                 {"conditions", stored_json(best.key.conditions)},
                 {"chosen", best.chosen},
                 {"wins", bests.wins(best)}};
        one.update(trial_json(best.trial, figure_of(best.key.conditions)));
        one["flop_per_s"] = per_second(best.trial.flops, best.trial);
        one["byte_per_s"] = per_second(best.trial.bytes, best.trial);
        one["run"] = best.trial.run;
        if (const auto found = bests.sustained.find(best.trial.id); found != bests.sustained.end())
            one["under_load"] = steady_json(found->second);
        all.push_back(one);
    }
    return all;
}

}  // namespace hone::cli
