// SPDX-License-Identifier: MIT
// A problem is the space's default problem with the user's values; unknown arguments are rejected.
#include "spaces/space/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/space/space.hpp"

namespace hone {
namespace {

constexpr std::array<std::pair<std::string_view, int>, 7> bytes_of_precision{
    {{"f64", 8}, {"f32", 4}, {"tf32x3", 4}, {"tf32", 4}, {"i32", 4}, {"f16", 2}, {"bf16", 2}}};

std::optional<int> bytes_of(std::string_view precision) {
    for (const auto& [name, bytes] : bytes_of_precision)
        if (name == precision) return bytes;
    return std::nullopt;
}

std::string precision_of(const Space& space, const std::string& wanted) {
    if (wanted.empty()) return space.precisions.front();
    if (std::ranges::find(space.precisions, wanted) != space.precisions.end()) return wanted;
    const auto known = known_precisions();
    const bool exists = std::ranges::find(known, wanted) != known.end();
    throw Error(Exit::usage,
                exists
                    ? fmt::format("'{}' has no precision {}", space.name, wanted)
                    : fmt::format("unknown precision '{}'{}", wanted, did_you_mean(wanted, known)),
                fmt::format("available: {}", fmt::join(space.precisions, ", ")));
}

std::vector<std::string> argument_names(const Names& arguments) {
    std::vector<std::string> names;
    for (const auto& [name, value] : arguments) names.push_back(name);
    return names;
}

void take(Names& arguments, const std::string& name, const Value& value) {
    const auto known = arguments.find(name);
    if (known == arguments.end()) {
        const auto names = argument_names(arguments);
        throw Error(
            Exit::usage,
            fmt::format("the problem has no argument '{}'{}", name, did_you_mean(name, names)),
            fmt::format("its arguments: {}",
                        names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    if (known->second.index() != value.index()) {
        const bool wants_number = std::holds_alternative<Number>(known->second);
        throw Error(Exit::usage, fmt::format("the problem's '{}' is a {}, not '{}'", name,
                                             wants_number ? "number" : "string", text(value)));
    }
    known->second = value;
}

}  // namespace

Problem make_problem(const Space& space, const std::string& precision, const Names& given) {
    Problem problem;
    problem.routine = space.routine;
    problem.precision = precision_of(space, precision);
    problem.arguments = Names(space.problem.begin(), space.problem.end());
    for (const auto& [name, value] : given) take(problem.arguments, name, value);
    return problem;
}

bool has_long_sizes(const Space& space, const Problem& problem) {
    return std::ranges::any_of(space.long_sizes, [&](const std::string& name) {
        const auto* number = std::get_if<Number>(&problem.arguments.at(name));
        return number != nullptr && number->exists() &&
               number->real() > std::numeric_limits<std::int32_t>::max();
    });
}

Names names_of(const Problem& problem) {
    Names names = problem.arguments;
    names["precision"] = problem.precision;
    if (problem.precision != no_precision)
        names["sizeof_real"] = Number(sizeof_real(problem.precision));
    return names;
}

std::vector<std::string> known_precisions() {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : bytes_of_precision) names.emplace_back(name);
    return names;
}

int sizeof_real(std::string_view precision) {
    if (const auto bytes = bytes_of(precision)) return *bytes;
    throw Error(Exit::usage, fmt::format("unknown precision '{}'", precision),
                fmt::format("available: {}", fmt::join(known_precisions(), ", ")));
}

bool are_related(std::string_view one, std::string_view other) {
    return one == other || (bytes_of(one) && bytes_of(one) == bytes_of(other));
}

}  // namespace hone
