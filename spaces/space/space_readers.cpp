// SPDX-License-Identifier: MIT
// Checks that all readers share: of a parameter, and of a file that a space names.
#include "spaces/space/space_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "spaces/space/known_names.hpp"

namespace hone::readers {
namespace {

// An order that puts equal values side by side.
bool before(const Value* a, const Value* b) {
    if (a->index() != b->index()) return a->index() < b->index();
    if (const auto* word = std::get_if<std::string>(a)) return *word < std::get<std::string>(*b);
    const Number x = std::get<Number>(*a);
    const Number y = std::get<Number>(*b);
    return std::pair(x.numerator(), x.denominator()) < std::pair(y.numerator(), y.denominator());
}

// Words become -DNAME=word: spaces or quotes would break the compiler's command line.
bool can_be_defined(const Value& value) {
    const auto* word = std::get_if<std::string>(&value);
    const auto plain = [](char c) {
        return c > ' ' && c < 127 && c != '"' && c != '\'' && c != '\\';
    };
    return word == nullptr || (!word->empty() && std::ranges::all_of(*word, plain));
}

// A duplicate value, or null.
const Value* doubled(const std::vector<Value>& values) {
    std::vector<const Value*> sorted(values.size());
    std::ranges::transform(values, sorted.begin(), [](const Value& value) { return &value; });
    std::ranges::sort(sorted, before);
    const auto twice =
        std::ranges::adjacent_find(sorted, [](const Value* a, const Value* b) { return *a == *b; });
    return twice == sorted.end() ? nullptr : *twice;
}

}  // namespace

std::string file_beside(Document& document, const std::string& name, const Location& location) {
    const std::filesystem::path path = name;
    const bool inside = path.is_relative() && std::ranges::find(path, "..") == path.end();
    if (!inside)
        document.add_mistake(location, fmt::format("'{}' is outside of the space's folder", name));
    return name;
}

void add_parameter(Document& document, Space& space, Parameter parameter,
                   const Location& location) {
    const std::string& name = parameter.name;
    const auto add_mistake = [&](std::string reason) {
        document.add_mistake(location, std::move(reason));
    };
    if (!is_name(name)) {
        return add_mistake(fmt::format(
            "'{}' cannot be the name of a parameter; use letters, digits and '_', and no keyword",
            name));
    }
    if (space.index_of(name))
        return add_mistake(fmt::format("parameter '{}' is declared twice", name));
    if (space.parameters.size() == max_parameters) {
        return add_mistake(fmt::format("more than {} parameters", max_parameters));
    }
    if (parameter.values.empty()) add_mistake(fmt::format("'{}' has no values", name));
    if (parameter.values.size() > max_values) {
        add_mistake(fmt::format("'{}' has more than {} values", name, max_values));
    }
    if (!std::ranges::all_of(parameter.values, can_be_defined)) {
        add_mistake(fmt::format(
            "'{}' has a value that cannot be a macro: it is empty or has spaces or quotes", name));
    }
    if (const Value* twice = doubled(parameter.values)) {
        add_mistake(fmt::format("'{}' has the value {} twice", name, hone::text(*twice)));
    }
    space.parameters.push_back(std::move(parameter));
}

}  // namespace hone::readers
