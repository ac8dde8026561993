// SPDX-License-Identifier: MIT
// The common part of all workloads: compiler options, arguments, and the order of the checks.
#include "kernels/workload/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

std::string upper(std::string_view word) {
    std::string result(word);
    std::ranges::transform(result, result.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return result;
}

std::string define(std::string_view name, std::string_view value) {
    return fmt::format(" -D{}={}", name, value);
}

// A buffer that is read and written is restored in the first set only.
WorkloadContext with_sets_of(const Space& space, WorkloadContext context) {
    if (std::ranges::any_of(space.arguments, &Argument::inout)) context.sets = 1;
    return context;
}

}  // namespace

std::string precision_defines(std::string_view precision) {
    return fmt::format("-DREAL={} -D{}", stored_type(precision), upper(precision));
}

// A kernel argument cannot be a word, so words become defines.
std::string problem_defines(const Space& space, const Problem& problem) {
    std::string defines = precision_defines(problem.precision);
    for (const auto& [name, value] : problem.arguments) {
        if (const auto* word = std::get_if<std::string>(&value)) {
            defines += define(upper(name), upper(*word));
        }
    }
    for (const std::string& name : space.variants) {
        const Value& value = problem.arguments.at(name);
        if (!std::holds_alternative<std::string>(value)) defines += define(name, text(value));
    }
    if (has_long_sizes(space, problem)) defines += define("LONG_SIZES", "1");
    return defines;
}

Workload::Workload(const Space& space, const Problem& problem, const WorkloadContext& context)
    : space_(space),
      problem_(problem),
      context_(with_sets_of(space, context)),
      buffers_({.context = context.context,
                .device = context.device,
                .queue = context.queue,
                .sets = context_.sets,
                .zones = context.zones,
                .has_own_memory = context.has_own_memory}),
      names_(names_of(problem)),
      defines_(problem_defines(space, problem)),
      reference_fault_(context.reference_fault) {
    names_.insert(context.known.begin(), context.known.end());
    add_numbers();
    add_arguments(false);
}

// Adds the numbers of the problem as scalars.
void Workload::add_numbers() {
    const bool long_sizes = has_long_sizes(space_, problem_);
    for (const auto& [name, value] : problem_.arguments) {
        const auto* number = std::get_if<Number>(&value);
        if (number == nullptr) continue;
        const bool is_long = long_sizes && std::ranges::count(space_.long_sizes, name) > 0;
        const char* whole = is_long ? "long" : "int";
        add_scalar(name, number->whole() ? whole : "float", number->real());
    }
}

void Workload::add_input(std::string name, const Element& element, Bytes content) {
    const std::size_t bytes = content.size();
    buffers_.add(std::move(name), WorkloadBuffers::Role::input, element, bytes, std::move(content));
}

void Workload::add_output(std::string name, const Element& element, std::size_t count,
                          Bytes content) {
    buffers_.add(std::move(name), WorkloadBuffers::Role::output, element, count * element.bytes,
                 std::move(content));
}

void Workload::add_scalar(std::string name, std::string_view type, double value) {
    const Element& element = element_of(type);
    Bytes bytes(element.bytes);
    element.write(value, bytes.data());
    add_by_value(std::move(name), std::move(bytes));
}

void Workload::add_by_value(std::string name, Binding value) {
    for (auto& [each, old] : by_value_) {
        if (each == name) {
            old = std::move(value);
            return;
        }
    }
    by_value_.emplace_back(std::move(name), std::move(value));
}

void Workload::add_alias(std::string name, std::string_view of) {
    aliases_.emplace_back(std::move(name), of);
}

std::int64_t Workload::extent(const std::string& name) const {
    const auto found = problem_.arguments.find(name);
    const auto* number =
        found == problem_.arguments.end() ? nullptr : std::get_if<Number>(&found->second);
    if (number != nullptr && number->whole()) return number->numerator();
    throw Error(Exit::usage, fmt::format("routine '{}' needs a whole number '{}' in [problem]",
                                         problem_.routine, name));
}

bool Workload::computes_doubles() const {
    const auto found = names_.find("device.fp64");
    return found != names_.end() && found->second == Value(Number(1));
}

Bindings Workload::bindings(std::size_t set) const {
    Bindings all = by_value_;
    std::ranges::move(buffers_.bindings(set), std::back_inserter(all));
    for (const auto& [name, of] : aliases_) all.emplace_back(name, buffers_.on_device(of, set));
    // Declared arguments come first, in their order: they are the kernel's signature.
    auto next = all.begin();
    for (const Argument& argument : space_.arguments) {
        const auto found = std::find_if(
            next, all.end(), [&](const auto& each) { return each.first == argument.name; });
        if (found != all.end()) std::rotate(next++, found, found + 1);
    }
    return all;
}

Comparison Workload::check(std::size_t set) {
    context_.queue.finish();
    Comparison found = check_intact(set);
    const std::vector<Bytes>& outputs = buffers_.keep_outputs(set);
    return found.passed ? compare_outputs(outputs, set) : found;
}

// An unwritten element may have matched the first poison: NaN, if NaN is expected.
Comparison Workload::check_repeat(std::size_t set) {
    context_.queue.finish();
    const WorkloadBuffers::Repeat repeat = buffers_.check_repeat(set);
    if (!repeat.comparison.passed || repeat.all_written) return repeat.comparison;
    return compare_outputs(buffers_.outputs(set), set);
}

Comparison Workload::check_on_inputs_of(Workload& other, const std::function<void()>& run) {
    buffers_.start_as(other.buffers_);
    run();
    const Comparison harm = buffers_.check_intact(0, other.buffers_);
    buffers_.hand_outputs_to(other.buffers_);
    buffers_.start_as(buffers_);
    return harm.passed ? other.check() : harm;
}

std::vector<double> Workload::reference_times(int /*repeats*/, double /*longest*/) {
    return {};
}

}  // namespace hone
