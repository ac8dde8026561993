// SPDX-License-Identifier: MIT
// A global size that depends on a config is computed with the first value of each parameter; only a
// problem size below 1 is reported as its cause.
#include "kernels/workload/empty_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "kernels/workload/number_if_known.hpp"
#include "kernels/workload/workload.hpp"

namespace hone {
namespace {

// The sizes of a product (M, N, K) and of a reduction (n).
constexpr std::array<std::string_view, 4> extents{"M", "N", "K", "n"};

std::optional<Number> size_below_1(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    const bool is_below = number != nullptr && number->whole() && number->numerator() < 1;
    return is_below ? std::optional(*number) : std::nullopt;
}

bool has_no_work_items(const Expression& global, const std::string& size, const Names& known) {
    if (std::ranges::find(global.names(), size) == global.names().end()) return false;
    const auto work_items = number_if_known(global, known);
    return work_items && work_items->real() < 1;
}

// The first launch that has no work-items because of this size, or nullptr.
const LaunchStep* empty_launch(const Space& space, const std::string& size, const Names& known) {
    const auto is_empty = [&](const LaunchStep& launch) {
        return std::ranges::any_of(launch.global, [&](const Expression& global) {
            return has_no_work_items(global, size, known);
        });
    };
    const auto found = std::ranges::find_if(space.launch, is_empty);
    return found == space.launch.end() ? nullptr : &*found;
}

std::string fault_of(const Space& space, const Problem& problem, const Names& known) {
    for (const auto& [name, value] : problem.arguments) {
        const auto size = size_below_1(value);
        if (!size) continue;
        const bool is_extent =
            is_routine(problem.routine) && std::ranges::find(extents, name) != extents.end();
        if (is_extent) return fmt::format("{} is {}: a size is 1 at least", name, size->text());
        if (const LaunchStep* launch = empty_launch(space, name, known))
            return fmt::format("{} is {}: '{}' would have no work-items", name, size->text(),
                               launch->entry);
    }
    return {};
}

Names with_first_values(const Space& space, Names known) {
    for (const Parameter& parameter : space.parameters)
        if (!parameter.values.empty()) known.try_emplace(parameter.name, parameter.values.front());
    return known;
}

}  // namespace

std::string empty_problem(const Space& space, const Problem& problem, const Names& known) {
    const Names all = with_first_values(space, known);
    std::string fault = fault_of(space, problem, all);
    if (!fault.empty() || !space.check || !space.check->sizes) return fault;
    for (const auto& size : *space.check->sizes) {
        Problem other = problem;
        Names there = all;
        for (const auto& [name, value] : size) other.arguments[name] = there[name] = value;
        fault = fault_of(space, other, there);
        if (!fault.empty()) return "of the sizes in [check], " + fault;
    }
    return {};
}

}  // namespace hone
