// SPDX-License-Identifier: MIT
// The known names, and the check of all expressions of a space for unknown ones.
#include "spaces/space/known_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/number_types.hpp"
#include "spaces/language/text_cursor.hpp"

namespace hone {
namespace {

// The tuner's properties of a device have these names; a test compares them.
const std::array<std::string, 32> of_device{"device.name",
                                            "device.board",
                                            "device.vendor",
                                            "device.vendor_id",
                                            "device.platform",
                                            "device.platform_version",
                                            "device.driver",
                                            "device.opencl_version",
                                            "device.type",
                                            "device.architecture",
                                            "device.compute_capability",
                                            "device.pci",
                                            "device.uuid",
                                            "device.compute_units",
                                            "device.clock_mhz",
                                            "device.warp",
                                            "device.preferred_multiple",
                                            "device.max_work_group",
                                            "device.max_items_x",
                                            "device.max_items_y",
                                            "device.max_items_z",
                                            "device.registers",
                                            "device.local_memory",
                                            "device.local_is_dedicated",
                                            "device.global_memory",
                                            "device.max_allocation",
                                            "device.cache",
                                            "device.constant_memory",
                                            "device.fp16",
                                            "device.fp64",
                                            "device.timer_resolution_ns",
                                            "device.extensions"};

// First the costs, then the hints for the tuner's soft rules; a test compares these, too.
const std::array<std::string, 12> of_resources{
    "local_memory",     "registers",   "flops",        "bytes",
    "passes",           "copied",      "access_bytes", "access_stride",
    "access_alignment", "bank_stride", "independent",  "instructions_per_access"};

constexpr std::array<std::string_view, 12> language_words{
    "and", "if", "else", "or", "not", "in", "min", "max", "abs", "ceil_div", "log2", "is_pow2"};

constexpr std::string_view real = "real";  // the type that the precision stores
constexpr std::array<std::string_view, 6> vector_widths{"", "2", "3", "4", "8", "16"};

void append(std::vector<std::string>& names, std::span<const std::string> more) {
    names.insert(names.end(), more.begin(), more.end());
}

using NameList = std::span<const std::string>;

void check(const std::vector<Expression>& expressions, NameList known, Mistakes& mistakes) {
    for (const Expression& each : expressions) each.check_names(known, mistakes);
}

void check(const std::optional<Expression>& expression, NameList known, Mistakes& mistakes) {
    if (expression) expression->check_names(known, mistakes);
}

// A kernel of hone's routines gets the arguments of the routine.
void check_arguments(const Space& space, const LaunchStep& step, Mistakes& mistakes) {
    if (space.arguments.empty() || is_routine_of_hone(space.routine)) return;
    std::vector<std::string> known;
    for (const Argument& argument : space.arguments) known.push_back(argument.name);
    for (const auto& [name, value] : space.problem) known.push_back(name);
    if (!step.loop.empty()) known.push_back(step.loop);
    for (const std::string& name : step.arguments) {
        if (std::ranges::find(known, name) != known.end()) continue;
        mistakes.push_back(
            {step.location, fmt::format("the launch of '{}' names an unknown argument '{}'{}",
                                        step.entry, name, did_you_mean(name, known))});
    }
}

// A launch in a loop can also read the loop's number.
void check(const Space& space, const std::vector<LaunchStep>& launches,
           const std::vector<std::string>& known, Mistakes& mistakes) {
    for (const LaunchStep& step : launches) {
        std::vector<std::string> names = known;
        if (!step.loop.empty()) names.push_back(step.loop);
        check(step.local, names, mistakes);
        check(step.global, names, mistakes);
        check(step.driver_local, names, mistakes);
        check(step.offset, names, mistakes);
        check(step.when, names, mistakes);
        check_arguments(space, step, mistakes);
    }
}

}  // namespace

std::span<const std::string> known_device_names() {
    return of_device;
}

std::span<const std::string> resource_names() {
    return of_resources;
}

bool is_routine_of_hone(std::string_view name) {
    return name == "gemm" || name == "reduction";
}

bool is_name(std::string_view word) {
    const auto continues = [](char c) { return is_letter(c) || is_digit(c); };
    return !word.empty() && is_letter(word.front()) && std::ranges::all_of(word, continues) &&
           std::ranges::find(language_words, word) == language_words.end();
}

bool is_element_type(std::string_view type) {
    const std::size_t end = std::min(type.find_first_of("0123456789"), type.size());
    const std::string_view name = type.substr(0, end);
    return (name == real || number_type(name)) &&
           std::ranges::find(vector_widths, type.substr(end)) != vector_widths.end();
}

bool is_real_type(std::string_view type) {
    const std::string_view name = type.substr(0, type.find_first_of("0123456789"));
    const NumberType* const known = number_type(name);
    return name == real || (known && known->is_real);
}

std::vector<std::string> element_types() {
    std::vector<std::string> names{std::string(real)};
    for (const NumberType& type : number_types) names.emplace_back(type.name);
    return names;
}

std::vector<std::string> problem_names(const Space& space) {
    std::vector<std::string> names;
    for (const auto& [name, value] : space.problem) names.push_back(name);
    names.insert(names.end(), {"precision", "sizeof_real"});
    return names;
}

std::vector<std::string> known_names(const Space& space) {
    std::vector<std::string> names;
    names.reserve(space.parameters.size() + space.problem.size() + 2 + of_device.size());
    for (const Parameter& parameter : space.parameters) names.push_back(parameter.name);
    append(names, problem_names(space));
    append(names, of_device);
    return names;
}

void check_names(const Space& space, Mistakes& mistakes) {
    const std::vector<std::string> known = known_names(space);
    // `requires`, and the condition of a start, are evaluated before any parameter has a value.
    std::vector<std::string> without_choice = problem_names(space);
    append(without_choice, of_device);
    check(space.needs, without_choice, mistakes);
    for (const Start& start : space.starts) check(start.when, without_choice, mistakes);

    for (const Constraint& constraint : space.constraints) {
        constraint.must_hold.check_names(known, mistakes);
    }
    for (const auto& [name, cost] : space.resources) cost.check_names(known, mistakes);
    for (const Loop& loop : space.loops) loop.count.check_names(known, mistakes);
    check(space, space.prepare, known, mistakes);
    check(space, space.launch, known, mistakes);
    for (const Argument& argument : space.arguments) {
        check(argument.value, known, mistakes);
        check(argument.size, known, mistakes);
        if (argument.size.empty()) check(argument.count, known, mistakes);
        for (const auto* each :
             {&argument.low, &argument.high, &argument.absolute, &argument.relative})
            check(*each, known, mistakes);
    }
    if (space.check) {
        check(space, space.check->launch, known, mistakes);
        check(space.check->absolute, known, mistakes);
        check(space.check->relative, known, mistakes);
    }
}

}  // namespace hone
