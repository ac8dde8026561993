// SPDX-License-Identifier: MIT
// Reads [[arguments]] and [check]: their fields, and the rules for the tables as a whole.
#include "spaces/formats/toml_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "spaces/formats/argument_check.hpp"
#include "spaces/formats/toml_launch.hpp"
#include "spaces/space/known_names.hpp"

namespace hone::readers {

std::optional<std::string> file(TomlDocument& document, const Entry& entry) {
    const auto name = document.string(entry);
    if (!name) return std::nullopt;
    return file_beside(document.document(), *name, document.location(*entry.node));
}

namespace {

constexpr std::array<std::pair<std::string_view, Argument::Kind>, 5> kinds{
    {{"scalar", Argument::Kind::scalar},
     {"buffer", Argument::Kind::buffer},
     {"local", Argument::Kind::local},
     {"image", Argument::Kind::image},
     {"sampler", Argument::Kind::sampler}}};

constexpr std::array<std::pair<std::string_view, Argument::Fill>, 7> fills{
    {{"random", Argument::Fill::random},
     {"constant", Argument::Fill::constant},
     {"index", Argument::Fill::index},
     {"output", Argument::Fill::output},
     {"scratch", Argument::Fill::scratch},
     {"file", Argument::Fill::file},
     {"prepared", Argument::Fill::prepared}}};

// Reads an error bound.
void keep_bound(TomlDocument& document, const Entry& entry, std::optional<Expression>& bound) {
    bound = document.real(entry);
    const auto value = constant_of(bound);
    if (!value) return;
    if (!std::isfinite(*value))
        document.add_mistake(
            entry.location,
            fmt::format("'{}' is {}: an error bound is a finite number", entry.key, *value));
    else if (*value < 0)
        document.add_mistake(entry.location, fmt::format("'{}' is below zero", entry.key));
}

constexpr std::array<std::pair<std::string_view, Argument::Addressing>, 5> addressing_modes{
    {{"clamp_to_edge", Argument::Addressing::clamp_to_edge},
     {"clamp", Argument::Addressing::clamp},
     {"repeat", Argument::Addressing::repeat},
     {"mirrored_repeat", Argument::Addressing::mirrored_repeat},
     {"none", Argument::Addressing::none}}};

constexpr std::array<std::pair<std::string_view, Argument::Filter>, 2> filters{
    {{"nearest", Argument::Filter::nearest}, {"linear", Argument::Filter::linear}}};

// The number of elements of an image is the product of its dimensions.
void read_size_of_image(TomlDocument& document, const Entry& entry, Argument& argument) {
    if (argument.count)
        document.add_mistake(entry.location, "'size' stands in the place of 'count'");
    argument.size = document.expressions(entry);
    std::string product;
    for (const Expression& each : argument.size)
        product += fmt::format("{}({})", product.empty() ? "" : " * ", each.text());
    Mistakes told_before;
    argument.count = Expression::parse(product, entry.location, told_before);
}

// Reads one type, or the types of a struct's members.
void read_type(TomlDocument& document, const Entry& entry, Argument& argument) {
    if (entry.node->is_array())
        argument.members = document.strings(entry);
    else
        keep(document.string(entry), argument.type);
}

constexpr std::array<Field<Argument>, 16> argument_fields{{
    {"name", [](auto& document, auto& entry, auto& a) { keep(document.string(entry), a.name); }},
    {"kind",
     [](auto& document, auto& entry, auto& a) { keep_one_of(document, entry, kinds, a.kind); }},
    {"type", read_type},
    {"fill",
     [](auto& document, auto& entry, auto& a) { keep_one_of(document, entry, fills, a.fill); }},
    {"inout", [](auto& document, auto& entry, auto& a) { keep(document.truth(entry), a.inout); }},
    {"file", [](auto& document, auto& entry, auto& a) { keep(file(document, entry), a.file); }},
    {"count", [](auto& document, auto& entry, auto& a) { a.count = document.expression(entry); }},
    {"size", read_size_of_image},
    {"normalized",
     [](auto& document, auto& entry, auto& a) { keep(document.truth(entry), a.normalized); }},
    {"addressing", [](auto& document, auto& entry,
                      auto& a) { keep_one_of(document, entry, addressing_modes, a.addressing); }},
    {"filter",
     [](auto& document, auto& entry, auto& a) { keep_one_of(document, entry, filters, a.filter); }},
    {"value",
     [](auto& document, auto& entry, auto& a) { a.value = document.one_or_more_reals(entry); }},
    {"low", [](auto& document, auto& entry, auto& a) { a.low = document.real(entry); }},
    {"high", [](auto& document, auto& entry, auto& a) { a.high = document.real(entry); }},
    {"absolute",
     [](auto& document, auto& entry, auto& a) { keep_bound(document, entry, a.absolute); }},
    {"relative",
     [](auto& document, auto& entry, auto& a) { keep_bound(document, entry, a.relative); }},
}};

// Reads the arguments of the problem that one size changes.
std::map<std::string, Value> read_size(TomlDocument& document, const toml::table& table,
                                       const Space& space) {
    std::map<std::string, Value> size;
    for (const Entry& argument : document.entries(table)) {
        std::vector<std::string> known;
        for (const auto& [name, value] : space.problem) known.push_back(name);
        if (std::ranges::find(known, argument.key) == known.end()) {
            document.add_mistake(argument.location,
                                 fmt::format("the problem has no '{}'{}", argument.key,
                                             did_you_mean(argument.key, known)));
        }
        if (auto value = document.value(argument)) size.emplace(argument.key, *value);
    }
    return size;
}

// The table `check` of a space, with the space whose problem it names.
struct CheckFields {
    const Space& space;
    Check& check;
};

void read_sizes(TomlDocument& document, const Entry& entry, CheckFields& fields) {
    constexpr std::size_t most = 256;
    fields.check.sizes.emplace();
    for (const toml::table* table : document.tables(entry, most, "sizes"))
        fields.check.sizes->push_back(read_size(document, *table, fields.space));
}

// The reference as one launch, whose fields are in the table itself.
LaunchStep& only_launch(CheckFields& fields) {
    auto& launch = fields.check.launch;
    return launch.empty() ? launch.emplace_back() : launch.front();
}

void read_parameters_of_reference(TomlDocument& document, const Entry& entry, CheckFields& fields) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        if (!is_name(each.key))
            document.add_mistake(each.location,
                                 fmt::format("'{}' cannot be the name of a parameter", each.key));
        if (auto value = document.value(each)) fields.check.parameters.emplace(each.key, *value);
    }
}

constexpr std::array<Field<CheckFields>, 12> check_fields{{
    {"reference", [](auto& document, auto& entry,
                     auto& f) { keep(document.string(entry), only_launch(f).entry); }},
    {"local", [](auto& document, auto& entry,
                 auto& f) { only_launch(f).local = document.expressions(entry); }},
    {"global", [](auto& document, auto& entry,
                  auto& f) { only_launch(f).global = document.expressions(entry); }},
    {"driver_local", [](auto& document, auto& entry,
                        auto& f) { only_launch(f).driver_local = document.expression(entry); }},
    {"arguments", [](auto& document, auto& entry,
                     auto& f) { only_launch(f).arguments = document.strings(entry); }},
    {"launch", [](auto& document, auto& entry,
                  auto& f) { f.check.launch = read_toml_launches(document, entry, f.space); }},
    {"source",
     [](auto& document, auto& entry, auto& f) { keep(file(document, entry), f.check.source); }},
    {"parameters", read_parameters_of_reference},
    {"expected",
     [](auto& document, auto& entry, auto& f) { keep(file(document, entry), f.check.expected); }},
    {"absolute",
     [](auto& document, auto& entry, auto& f) { keep_bound(document, entry, f.check.absolute); }},
    {"relative",
     [](auto& document, auto& entry, auto& f) { keep_bound(document, entry, f.check.relative); }},
    {"sizes", read_sizes},
}};

// There must be exactly one source of the expected result: a reference launch, several, or a file.
void check_ways(TomlDocument& document, const Entry& entry, const toml::table& table,
                const Check& check) {
    int ways = 0;
    for (const char* way : {"reference", "launch", "expected"}) ways += table.contains(way) ? 1 : 0;
    if (ways != 1)
        document.add_mistake(entry.location,
                             "'check' needs either a 'reference' entry, or [[check.launch]], or a "
                             "file with 'expected' values");
    if (table.contains("reference") && !check.launch.empty())
        check_shape(document, entry.location, check.launch.front());
}

}  // namespace

void read_toml_arguments(TomlDocument& document, const Entry& entry, Space& space) {
    for (const toml::table* table : document.tables(entry, max_parameters, "arguments")) {
        Argument argument;
        read_fields(document, *table, argument_fields, argument);
        check_argument(document, document.location(*table), argument, space);
        space.arguments.push_back(std::move(argument));
    }
}

void read_toml_check(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    Check check;
    CheckFields fields{space, check};
    read_fields(document, *table, check_fields, fields);
    check_ways(document, entry, *table, check);
    if (!check.launch.empty()) check.reference = check.launch.front().entry;
    space.check = std::move(check);
}

}  // namespace hone::readers
