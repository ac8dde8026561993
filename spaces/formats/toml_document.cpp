// SPDX-License-Identifier: MIT
// Values and locations of a TOML document. Decimals are exact: the shortest decimal of a double is
// taken as the text in the file.
#include "spaces/formats/toml_document.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

namespace hone::readers {
namespace {

std::optional<Value> value_of(const toml::node& node) {
    if (const auto* word = node.as_string()) return Value(word->get());
    if (const auto* whole = node.as_integer()) return Value(Number(whole->get()));
    if (const auto* truth = node.as_boolean()) return Value(Number(truth->get() ? 1 : 0));
    const auto* decimal = node.as_floating_point();
    if (!decimal) return std::nullopt;
    const Number number = Number::parse(fmt::format("{}", decimal->get()));
    return number.exists() ? std::optional<Value>(number) : std::nullopt;
}

// A number that is not a fraction of 64-bit integers, also as a text.
std::optional<double> decimal_of(const toml::node& node) {
    if (const auto* decimal = node.as_floating_point())
        return value_of(node) ? std::nullopt : std::optional(decimal->get());
    const auto* word = node.as_string();
    if (!word || Number::parse(word->get()) != Number(Fault::overflow)) return std::nullopt;
    const std::string& text = word->get();
    double number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_read = fault == std::errc() && end == text.data() + text.size();
    return is_read ? std::optional(number) : std::nullopt;
}

}  // namespace

TomlDocument::TomlDocument(Document& document) : document_(document) {
    std::string_view rest = document.text;
    for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
        lines_.push_back(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    lines_.push_back(rest);
}

Location TomlDocument::location(const toml::source_position& position) const {
    return {document_.file, static_cast<int>(position.line), static_cast<int>(position.column)};
}

std::vector<Entry> TomlDocument::entries(const toml::table& table) const {
    std::vector<Entry> entries;
    for (const auto& [key, node] : table) {
        entries.push_back({std::string(key.str()), location(key.source().begin), &node});
    }
    std::ranges::stable_sort(entries, {}, [](const Entry& entry) {
        return std::pair(entry.location.line, entry.location.column);
    });
    return entries;
}

std::optional<std::string> TomlDocument::string(const Entry& entry) const {
    if (const auto* string = entry.node->as_string(); string && !string->get().empty()) {
        return string->get();
    }
    add_mistake(location(*entry.node),
                fmt::format("'{}' needs a string, as in {} = \"…\"", entry.key, entry.key));
    return std::nullopt;
}

std::optional<bool> TomlDocument::truth(const Entry& entry) const {
    if (const auto* truth = entry.node->as_boolean()) return truth->get();
    add_mistake(location(*entry.node), fmt::format("'{}' needs true or false", entry.key));
    return std::nullopt;
}

std::optional<Value> TomlDocument::value(const Entry& entry) const {
    auto value = value_of(*entry.node);
    if (!value) refuse(entry, "a number, a string, true or false");
    return value;
}

void TomlDocument::refuse(const Entry& entry, std::string_view needed) const {
    if (const auto decimal = decimal_of(*entry.node); decimal && std::isfinite(*decimal))
        add_mistake(location(*entry.node),
                    fmt::format("'{}': {} is not a fraction of 64-bit integers, as numbers of "
                                "expressions are; only the 'value' of an argument and bounds may "
                                "be any number",
                                entry.key, *decimal));
    else
        add_mistake(location(*entry.node), fmt::format("'{}' needs {}", entry.key, needed));
}

std::optional<Expression> TomlDocument::expression(const Entry& entry) const {
    if (const auto* string = entry.node->as_string()) {
        return Expression::parse(string->get(), content(*entry.node), document_.mistakes);
    }
    const auto value = value_of(*entry.node);
    if (value) return Expression(std::get<Number>(*value));
    refuse(entry, fmt::format("an expression, as in {} = \"…\"", entry.key));
    return std::nullopt;
}

std::vector<Entry> TomlDocument::elements(const Entry& entry, std::string_view needed) const {
    std::vector<Entry> elements;
    const auto* array = entry.node->as_array();
    if (!array) {
        add_mistake(location(*entry.node), fmt::format("'{}' needs a list of {}, as in {} = […]",
                                                       entry.key, needed, entry.key));
        return elements;
    }
    for (const toml::node& node : *array) elements.push_back({entry.key, location(node), &node});
    return elements;
}

std::vector<std::string> TomlDocument::strings(const Entry& entry) const {
    std::vector<std::string> strings;
    for (const Entry& element : elements(entry, "texts")) {
        if (auto read = string(element)) strings.push_back(std::move(*read));
    }
    return strings;
}

std::vector<Value> TomlDocument::values(const Entry& entry) const {
    std::vector<Value> values;
    for (const Entry& element : elements(entry, "values")) {
        if (auto read = value(element)) values.push_back(std::move(*read));
    }
    return values;
}

std::vector<Expression> TomlDocument::expressions(const Entry& entry) const {
    std::vector<Expression> expressions;
    for (const Entry& element : elements(entry, "expressions")) {
        if (auto read = expression(element)) expressions.push_back(std::move(*read));
    }
    return expressions;
}

std::optional<Expression> TomlDocument::real(const Entry& entry) const {
    const auto decimal = decimal_of(*entry.node);
    return decimal ? Expression::decimal(*decimal, location(*entry.node)) : expression(entry);
}

std::vector<Expression> TomlDocument::one_or_more_reals(const Entry& entry) const {
    const bool is_list = entry.node->is_array();
    std::vector<Expression> reals;
    for (const Entry& each : is_list ? elements(entry, "numbers") : std::vector{entry})
        if (auto read = real(each)) reals.push_back(std::move(*read));
    return reals;
}

const toml::table* TomlDocument::table(const Entry& entry) const {
    if (const auto* table = entry.node->as_table()) return table;
    add_mistake(location(*entry.node),
                fmt::format("'{}' needs a table, as in [{}]", entry.key, entry.key));
    return nullptr;
}

std::vector<const toml::table*> TomlDocument::tables(const Entry& entry, std::size_t most,
                                                     std::string_view what) const {
    std::vector<const toml::table*> tables;
    const auto* array = entry.node->as_array();
    const auto is_table = [](const toml::node& node) { return node.is_table(); };
    if (!array || !std::all_of(array->begin(), array->end(), is_table)) {
        add_mistake(location(*entry.node),
                    fmt::format("'{}' needs tables, each as in [[{}]]", entry.key, entry.key));
        return tables;
    }
    if (array->size() > most) {
        add_mistake(entry.location, fmt::format("more than {} {}", most, what));
        return tables;
    }
    for (const toml::node& node : *array) tables.push_back(node.as_table());
    return tables;
}

// The first character after the opening quotes. Three quotes may be followed by a line break.
Location TomlDocument::content(const toml::node& string) const {
    Location start = location(string);
    const auto line = static_cast<std::size_t>(start.line);
    const auto column = static_cast<std::size_t>(start.column);
    if (line < 1 || line > lines_.size() || column > lines_[line - 1].size()) return start;
    const std::string_view quoted = lines_[line - 1].substr(column - 1);
    const bool three = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
    if (three && quoted.find_first_not_of('\r', 3) == quoted.npos) {
        return {start.file, start.line + 1, 1};
    }
    start.column += three ? 3 : 1;
    return start;
}

}  // namespace hone::readers
