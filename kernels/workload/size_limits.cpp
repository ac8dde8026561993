// SPDX-License-Identifier: MIT
// Sizes are computed as reals, since their product may exceed 64 bits.
#include "kernels/workload/size_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "kernels/inputs/struct_layout.hpp"
#include "kernels/workload/number_if_known.hpp"
#include "kernels/workload/workload.hpp"

namespace hone {
namespace {

struct Needed {
    std::string name;
    double bytes;
};

double number(const Names& known, const std::string& name) {
    const auto found = known.find(name);
    const auto* value = found == known.end() ? nullptr : std::get_if<Number>(&found->second);
    return value != nullptr && value->exists() ? value->real() : 0;
}

// Elements of a matrix with this distance between rows; 0: without gaps.
double stored_elements(double rows, double columns, double stride) {
    return (rows - 1) * std::max(stride, columns) + columns;
}

std::vector<Needed> needed_by_gemm(const Names& known, double bytes) {
    const auto get = [&](const char* name) { return number(known, name); };
    const double m = get("M");
    const double n = get("N");
    const double k = get("K");
    const double a =
        get("TA") != 0 ? stored_elements(k, m, get("lda")) : stored_elements(m, k, get("lda"));
    const double b =
        get("TB") != 0 ? stored_elements(n, k, get("ldb")) : stored_elements(k, n, get("ldb"));
    return {{"A", a * bytes}, {"B", b * bytes}, {"C", stored_elements(m, n, get("ldc")) * bytes}};
}

std::vector<Needed> needed_by_reduction(const Names& known, double bytes) {
    const double x = number(known, "n") * bytes;
    const auto operation = known.find("operation");
    const auto* word =
        operation == known.end() ? nullptr : std::get_if<std::string>(&operation->second);
    if (word != nullptr && *word == "dot") return {{"x", x}, {"y", x}};
    return {{"x", x}};
}

std::vector<Needed> needed_by_arguments(const Space& space, const Problem& problem,
                                        const Names& known) {
    std::vector<Needed> all;
    for (const Argument& each : space.arguments) {
        if (!each.is_memory() || !each.count) continue;
        if (const auto count = number_if_known(*each.count, known)) {
            const auto bytes = static_cast<double>(layout_of(each, problem.precision).bytes);
            all.push_back({each.name, count->real() * bytes});
        }
    }
    return all;
}

std::vector<Needed> needed_by(const Space& space, const Problem& problem, const Names& known) {
    const double bytes = sizeof_real(problem.precision);
    std::vector<Needed> all;
    if (problem.routine == "gemm") all = needed_by_gemm(known, bytes);
    if (problem.routine == "reduction") all = needed_by_reduction(known, bytes);
    for (Needed& each : needed_by_arguments(space, problem, known)) all.push_back(std::move(each));
    return all;
}

std::string whole(double count) {
    std::string text = fmt::format("{:.0f}", count);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string memory_fault(const std::vector<Needed>& needed, const Names& known) {
    const double largest = number(known, "device.max_allocation");
    const double memory = number(known, "device.global_memory");
    constexpr double guards = wide_zones.before + wide_zones.after;
    double sum = 0;
    for (const auto& [name, bytes] : needed) {
        sum += bytes;
        if (largest <= 0 || bytes + guards <= largest) continue;
        const bool by_guards = bytes <= largest;
        return fmt::format("{} takes {} bytes{}; the device allocates {} at most", name,
                           whole(by_guards ? bytes + guards : bytes),
                           by_guards ? " with its guard zones" : "", whole(largest));
    }
    if (memory <= 0 || sum <= memory) return {};
    return fmt::format("its buffers take {} bytes; the device has {}", whole(sum), whole(memory));
}

// The range [least, end) of an integer type of OpenCL C. `end` is exclusive, because a double
// cannot hold the largest 64-bit integer.
struct Range {
    double least, end;
};
std::optional<Range> integer_range_of(std::string_view type) {
    const Element& element = element_of(type);
    if (!element.is_integer()) return std::nullopt;
    const int bits = static_cast<int>(8 * element.bytes) - (element.is_signed ? 1 : 0);
    const double end = std::ldexp(1.0, bits);
    return Range{element.is_signed ? -end : 0, end};
}

std::string type_fault(const std::string& name, const Number& value, std::string_view type) {
    const auto range = integer_range_of(type);
    if (!range || !value.whole() || value.real() < range->end) return {};
    return fmt::format("{} is {}; the kernel's '{}' is of type {}, which holds {} at most", name,
                       whole(value.real()), name, type, whole(range->end - 1));
}

// Also rejects values that are too small or not whole: the kernel would get another value.
std::string value_fault(const std::string& name, double value, const std::string& value_text,
                        std::string_view type) {
    const auto range = integer_range_of(type);
    if (!range) return {};
    const std::string_view why = std::floor(value) != value ? "no whole number"
                                 : value < range->least     ? "less than that holds"
                                 : !(value < range->end)    ? "more than that holds"
                                                            : "";
    if (why.empty()) return {};
    return fmt::format("{} is {}; the kernel's '{}' is of type {}: {}", name, value_text, name,
                       type, why);
}

// Checks each value of a struct or a vector against its own type.
std::string scalar_fault(const Argument& scalar, const Problem& problem, const Names& known) {
    const StructLayout layout = layout_of(scalar, problem.precision);
    std::size_t lane = 0;
    for (const StructMember& member : layout.members)
        for (std::size_t i = 0; i < member.type.width && lane < scalar.value.size(); ++i, ++lane) {
            const std::string_view type = member.type.element->type;
            if (const auto decimal = scalar.value[lane].decimal()) {
                auto fault = value_fault(scalar.name, *decimal, fmt::format("{}", *decimal), type);
                if (!fault.empty()) return fault;
                continue;
            }
            const auto value = number_if_known(scalar.value[lane], known);
            if (!value) continue;
            auto fault = type_fault(scalar.name, *value, type);
            if (fault.empty()) fault = value_fault(scalar.name, value->real(), value->text(), type);
            if (!fault.empty()) return fault;
        }
    return {};
}

// Checks a random fill: its values lie in [low, high).
std::string bounds_fault(const Argument& buffer, const Problem& problem, const Names& known) {
    for (const StructMember& member : layout_of(buffer, problem.precision).members) {
        const auto range = integer_range_of(member.type.element->type);
        if (!range) continue;
        for (const auto* bound : {&buffer.low, &buffer.high}) {
            if (!*bound) continue;
            auto value = (*bound)->decimal();
            if (const auto number = value ? std::nullopt : number_if_known(**bound, known))
                value = number->real();
            if (!value || (*value >= range->least && *value <= range->end)) continue;
            return fmt::format("{} is filled from or to {}, which its type {} does not hold",
                               buffer.name, *value, member.type.element->type);
        }
    }
    return {};
}

// The leading dimensions of a product: 0 means rows without gaps.
std::string stride_fault(const Names& known) {
    const auto get = [&](const char* name) { return number(known, name); };
    const std::array<std::pair<const char*, const char*>, 3> rows{
        {{"lda", get("TA") != 0 ? "M" : "K"}, {"ldb", get("TB") != 0 ? "K" : "N"}, {"ldc", "N"}}};
    for (const auto& [name, columns] : rows) {
        const double stride = get(name);
        if (stride != 0 && stride < get(columns))
            return fmt::format("{} is {:.0f}: it is 0, or {} = {:.0f} at least", name, stride,
                               columns, get(columns));
    }
    return {};
}

// A routine's sizes are passed as int, or as long if the space allows it.
std::string routine_fault(const Space& space, const Problem& problem, const Names& known) {
    constexpr std::array<std::string_view, 2> reals{"alpha", "beta"};
    for (const auto& [name, value] : problem.arguments) {
        const auto* size = std::get_if<Number>(&value);
        if (size == nullptr || !size->exists() || std::ranges::count(reals, name) > 0) continue;
        const bool may_be_long = std::ranges::count(space.long_sizes, name) > 0;
        auto fault = type_fault(name, *size, may_be_long ? "long" : "int");
        if (!fault.empty()) return fault;
    }
    return problem.routine == "gemm" ? stride_fault(known) : std::string();
}

// A user's kernel gets the types of its space.
std::string argument_fault(const Space& space, const Problem& problem, const Names& known) {
    if (is_routine(problem.routine)) {
        auto fault = routine_fault(space, problem, known);
        if (!fault.empty()) return fault;
    }
    for (const Argument& each : space.arguments) {
        if (each.type == "real" || !(each.kind == Argument::Kind::scalar || each.is_memory()))
            continue;
        if (auto fault = scalar_fault(each, problem, known); !fault.empty()) return fault;
        if (auto fault = bounds_fault(each, problem, known); !fault.empty()) return fault;
    }
    return {};
}

}  // namespace

std::string size_fault(const Space& space, const Problem& problem, const Names& known) {
    std::string fault = argument_fault(space, problem, known);
    return fault.empty() ? memory_fault(needed_by(space, problem, known), known) : fault;
}

}  // namespace hone
