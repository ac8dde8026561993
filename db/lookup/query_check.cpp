// SPDX-License-Identifier: MIT
// Kernels of one routine have the same arguments: an argument is valid if one of them accepts it.
#include "db/lookup/query_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "db/recipe/problem_distance.hpp"

namespace hone::lookup {
namespace {

// 0 if the argument is missing or not an integer.
std::int64_t whole_number(const Settings& problem, std::string_view name) {
    const auto found = std::ranges::find(problem, name, &Setting::first);
    const auto* whole =
        found == problem.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return whole ? *whole : 0;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

class QueryCheck {
  public:
    QueryCheck(const Query& query, const Catalog& catalog) : query_(query) {
        for (const KernelVersion& version : catalog.versions)
            if (matches(query.what, version)) {
                recipes_.push_back(&version.recipe);
                routines_.push_back(version.routine);
            }
    }

    std::string complaint() const {
        if (recipes_.empty()) return {};
        for (const Setting& setting : query_.problem)
            if (const std::string wrong = about(setting); !wrong.empty())
                return query_.what + ' ' + wrong;
        if (std::string wrong = about_precision(); !wrong.empty()) return wrong;
        const std::vector<std::string> unsaid = unsaid_extents();
        if (!unsaid.empty())
            return query_.what + ": " + listed(unsaid, " and ") +
                   (unsaid.size() == 1 ? " is missing" : " are missing");
        const std::string wrong = about_short_rows();
        return wrong.empty() ? "" : query_.what + ' ' + wrong;
    }

  private:
    const Recipe::Argument* argument(const std::string& name) const {
        for (const Recipe* recipe : recipes_)
            if (const auto index = recipe->argument(name)) return &recipe->arguments[*index];
        return nullptr;
    }

    std::string about(const Setting& setting) const {
        const auto& [name, value] = setting;
        const Recipe::Argument* known = argument(name);
        if (!known) return "has no argument '" + name + "'; it has " + listed(all_arguments());
        const bool word = std::holds_alternative<std::string>(value);
        if (word != std::holds_alternative<std::string>(known->default_value.second))
            return "takes a " + std::string(word ? "number" : "word") + " as '" + name + "', not " +
                   text(setting);
        if (word) return about_word(setting, *known);
        if (std::string wrong = about_number(setting, known->role); !wrong.empty()) return wrong;
        if (std::string wrong = about_layout(setting); !wrong.empty()) return wrong;
        return about_rows(setting);
    }

    // The kernels that come with hone treat an unknown operation as a sum, so unknown words are
    // rejected here.
    std::string about_word(const Setting& setting, const Recipe::Argument& known) const {
        const auto& given = std::get<std::string>(setting.second);
        const bool is_operation =
            is_routine("reduction") && setting.first == "operation" &&
            std::get<std::string>(known.default_value.second) == operations().front();
        if (!is_operation || std::ranges::find(operations(), given) != operations().end())
            return {};
        const std::vector<std::string> names(operations().begin(), operations().end());
        return "takes " + listed(names, " or ") + " as 'operation', not '" + given + "'";
    }

    // The distance of rows of a stored matrix. The kernels use 32 bits for it; 0 means rows without
    // gaps.
    std::string about_rows(const Setting& setting) const {
        const auto* found = std::ranges::find(gemm_rows, setting.first, &StoredRows::leading);
        if (!is_routine("gemm") || found == gemm_rows.end()) return {};
        const auto* whole = std::get_if<std::int64_t>(&setting.second);
        if (whole && *whole >= 0 && *whole <= std::numeric_limits<std::int32_t>::max()) return {};
        return "takes a whole number from 0 to 2147483647 as '" + setting.first + "', not " +
               number_text(setting);
    }

    std::string about_layout(const Setting& setting) const {
        const bool is_layout = setting.first == "TA" || setting.first == "TB";
        const auto* whole = std::get_if<std::int64_t>(&setting.second);
        if (!is_routine("gemm") || !is_layout || (whole && *whole <= 1)) return {};
        return "takes 0 or 1 as '" + setting.first + "', not " + number_text(setting);
    }

    std::string about_short_rows() const {
        if (!is_routine("gemm")) return {};
        for (const StoredRows& rows : gemm_rows) {
            const GivenRows given = given_rows(rows, query_.problem);
            if (given.are_too_close())
                return "takes at least " + std::to_string(given.columns) + " as '" +
                       std::string(rows.leading) + "', a row of the matrix, not " +
                       std::to_string(given.leading);
        }
        return {};
    }

    bool is_routine(std::string_view name) const {
        return std::ranges::all_of(routines_,
                                   [&](const std::string& each) { return each == name; });
    }

    static std::string number_text(const Setting& setting) {
        const auto* real = std::get_if<double>(&setting.second);
        return (real && std::trunc(*real) == *real ? "the real number " : "") + text(setting);
    }

    static std::string about_number(const Setting& setting, Recipe::Role role) {
        if (std::holds_alternative<std::string>(setting.second) || role == Recipe::Role::detail)
            return {};
        const auto* whole = std::get_if<std::int64_t>(&setting.second);
        const std::int64_t least = role == Recipe::Role::extent ? 1 : 0;
        if (whole && *whole >= least) return {};
        return "takes a whole number of at least " + std::to_string(least) + " as '" +
               setting.first + "', not " + number_text(setting);
    }

    std::string about_precision() const {
        std::vector<std::string> precisions;
        for (const Recipe* recipe : recipes_)
            for (const Recipe::Precision& each : recipe->precisions)
                add_once(precisions, each.name);
        if (std::ranges::find(precisions, query_.precision) != precisions.end()) return {};
        return query_.what + " has no precision '" + query_.precision + "'; it has " +
               listed(precisions);
    }

    std::vector<std::string> all_arguments() const {
        std::vector<std::string> names;
        for (const Recipe* recipe : recipes_)
            for (const Recipe::Argument& each : recipe->arguments)
                add_once(names, each.default_value.first);
        return names;
    }

    std::vector<std::string> unsaid_extents() const {
        std::vector<std::string> names;
        for (const Recipe* recipe : recipes_)
            for (const Recipe::Argument& each : recipe->arguments)
                if (each.role == Recipe::Role::extent && !is_said(each.default_value.first))
                    add_once(names, each.default_value.first);
        return names;
    }

    bool is_said(const std::string& name) const {
        return std::ranges::find(query_.problem, name, &Setting::first) != query_.problem.end();
    }

    const Query& query_;
    std::vector<const Recipe*> recipes_;  // of the kernels that the query names
    std::vector<std::string> routines_;   // the routines of these kernels
};

}  // namespace

GivenRows given_rows(const StoredRows& rows, const Settings& problem) {
    const bool transposed = whole_number(problem, rows.transposed) != 0;
    return {whole_number(problem, rows.leading),
            whole_number(problem, transposed ? rows.columns_transposed : rows.columns)};
}

std::string listed(std::span<const std::string> names, std::string_view last) {
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) all += i + 1 == names.size() ? last : ", ";
        all += names[i];
    }
    return all;
}

std::span<const std::string_view> operations() {
    return reduction_operations;
}

bool says_twice(const Settings& problem) {
    for (std::size_t i = 1; i < problem.size(); ++i)
        for (std::size_t before = 0; before < i; ++before)
            if (problem[before].first == problem[i].first) return true;
    return false;
}

Settings each_once(const Settings& problem) {
    Settings once;
    for (const Setting& setting : problem) {
        const auto before = std::ranges::find(once, setting.first, &Setting::first);
        if (before == once.end())
            once.push_back(setting);
        else
            *before = setting;
    }
    return once;
}

std::string complaint_about(const Query& query, const Catalog& catalog) {
    return QueryCheck(query, catalog).complaint();
}

}  // namespace hone::lookup
