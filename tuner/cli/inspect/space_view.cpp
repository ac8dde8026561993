// SPDX-License-Identifier: MIT
// Tables for a person and JSON for a program, from the same numbers.
#include "tuner/cli/inspect/space_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/candidates/rejections.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* beyond = "more than 2^128 - 1";

Cell count_cell(const std::optional<Index>& count) {
    if (!count) return beyond;
    return Cell::digits(text(*count), human::count(text(*count)));
}

/// A number if JSON readers keep it exactly, else a string of its digits; null past 128 bits.
Json count_json(const std::optional<Index>& count) {
    if (!count) return nullptr;
    if (*count <= INT64_MAX) return static_cast<std::int64_t>(*count);
    return text(*count);
}

Json value_json(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    if (number == nullptr) return std::get<std::string>(value);
    return number->whole() ? Json(number->numerator()) : Json(number->real());
}

std::string shown(const Value& value) {
    return std::holds_alternative<std::string>(value) ? text(value) : value_json(value).dump();
}

std::string texts(const std::vector<Expression>& expressions) {
    std::vector<std::string> texts;
    for (const auto& each : expressions) texts.push_back(each.text());
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string values_of(const Parameter& parameter) {
    std::vector<std::string> texts;
    for (const auto& value : parameter.values) texts.push_back(shown(value));
    return fmt::format("{}", fmt::join(texts, " "));
}

Json describe(const SpaceQuery& query) {
    const Space& space = query.space;
    Json all{{"name", space.name},
             {"routine", space.routine},
             {"file", space.file.string()},
             {"source", space.source.string()},
             {"precisions", space.precisions}};
    all["requires"] = space.needs ? Json(space.needs->text()) : Json(nullptr);
    all["problem"] = Json::object();
    for (const auto& [name, usual] : space.problem)
        all["problem"][name] = value_json(query.known.at(name));
    all["parameters"] = Json::array();
    for (const auto& parameter : space.parameters) {
        Json values = Json::array();
        for (const auto& value : parameter.values) values.push_back(value_json(value));
        all["parameters"].push_back({{"name", parameter.name}, {"values", values}});
    }
    all["constraints"] = Json::array();
    for (const auto& [reason, must_hold, kind] : space.constraints)
        all["constraints"].push_back(
            {{"reason", reason}, {"must_hold", must_hold.text()}, {"kind", word(kind)}});
    all["product"] = count_json(product(space));
    all["count"] = count_json(query.candidates.count());
    all["groups"] = query.candidates.groups();
    all["left_out"] = query.candidates.left_out();
    return all;
}

void print_head(const SpaceQuery& query) {
    const Space& space = query.space;
    put("{}: {} in {}\n", space.name, space.routine, fmt::join(space.precisions, ", "));
    if (space.needs) put("requires {}\n", space.needs->text());
    std::vector<std::string> problem;
    for (const auto& [name, usual] : space.problem)
        problem.push_back(fmt::format("{}={}", name, text(query.known.at(name))));
    if (!problem.empty()) put("problem {}\n", fmt::join(problem, " "));
}

std::string local_text(const LaunchStep& step) {
    if (!step.driver_local) return texts(step.local);
    const std::string drivers = fmt::format("the driver's where {}", step.driver_local->text());
    return step.local.empty() ? drivers : fmt::format("{}, or {}", texts(step.local), drivers);
}

void print_tables(const Space& space) {
    Table parameters{{{"parameter"}, {"values"}}};
    for (const auto& each : space.parameters)
        parameters.rows.push_back({each.name, values_of(each)});
    put("\n{}", as_text(parameters));
    Table constraints{{{"constraint"}, {"must hold"}, {"for"}}};
    for (const auto& [reason, must_hold, kind] : space.constraints)
        constraints.rows.push_back({reason, must_hold.text(), word(kind)});
    if (!space.constraints.empty()) put("\n{}", as_text(constraints));
    Table launches{{{"launch"}, {"local"}, {"global"}}};
    for (const auto& step : space.launch)
        launches.rows.push_back({step.entry, local_text(step), texts(step.global)});
    if (!space.launch.empty()) put("\n{}", as_text(launches));
}

Table candidate_table(const SpaceQuery& query, const std::vector<Config>& configs) {
    const auto& parameters = query.space.parameters;
    Table table{{{"index", Align::right}}};
    for (const auto& each : parameters) table.columns.push_back({each.name, Align::right});
    for (const auto& config : configs) {
        const auto index = query.candidates.index_of(config);
        Row row{index ? Cell::digits(text(*index)) : Cell{}};
        for (std::size_t p = 0; p < parameters.size(); ++p)
            row.emplace_back(shown(parameters[p].values[config[p]]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json candidates_json(const SpaceQuery& query, const std::vector<Config>& configs) {
    const auto& parameters = query.space.parameters;
    Json all = Json::array();
    for (const auto& config : configs) {
        Json values = Json::object();
        for (std::size_t p = 0; p < parameters.size(); ++p)
            values[parameters[p].name] = value_json(parameters[p].values[config[p]]);
        all.push_back(
            {{"index", count_json(query.candidates.index_of(config))}, {"config", values}});
    }
    return all;
}

}  // namespace

void print_space(const SpaceQuery& query) {
    if (query.as_json) return put("{}\n", describe(query).dump(2));
    print_head(query);
    print_tables(query.space);
    const auto groups = query.candidates.groups();
    put("\n{} combinations, {} candidates, {} independent group{}\n",
        count_cell(product(query.space)).shown(), count_cell(query.candidates.count()).shown(),
        groups, groups == 1 ? "" : "s");
}

void print_count(const SpaceQuery& query) {
    const auto count = query.candidates.count();
    if (query.as_json) {
        const Json all{{"count", count_json(count)}, {"product", count_json(product(query.space))}};
        put("{}\n", all.dump(2));
    } else {
        put("{}\n", count ? text(*count) : beyond);
    }
}

void print_candidates(const SpaceQuery& query, const std::vector<Config>& configs) {
    if (query.as_json)
        put("{}\n", candidates_json(query, configs).dump(2));
    else
        put("{}", as_text(candidate_table(query, configs)));
}

void print_rejections(const SpaceQuery& query) {
    Table table{{{"constraint"},
                 {"rejects", Align::right},
                 {"nothing else rejects", Align::right},
                 {"must hold"}}};
    const auto all = rejections(query.space, query.known);
    const auto has_fault = [](const Rejection& each) { return !each.fault.empty(); };
    const bool tells_faults = query.as_json || std::ranges::any_of(all, has_fault);
    if (tells_faults) table.columns.push_back({"gives an error"});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [reason, alone, only, left_out, fault] = all[i];
        table.rows.push_back({reason, left_out ? Cell{} : count_cell(alone),
                              left_out ? Cell{} : count_cell(only),
                              query.space.constraints[i].must_hold.text()});
        if (tells_faults) table.rows.back().push_back(fault.empty() ? Cell{} : Cell(fault));
    }
    if (query.as_json) return put("{}", as_json(table));
    put("{}\n{} combinations, {} candidates\n", as_text(table),
        count_cell(product(query.space)).shown(), count_cell(query.candidates.count()).shown());
}

}  // namespace hone::cli
