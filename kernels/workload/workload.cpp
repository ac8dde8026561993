// SPDX-License-Identifier: MIT
// What all workloads share: buffers between guard zones, poison, and the checks of every run that
// come before the comparison of its result.
#include "kernels/workload/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "kernels/workload/test_inputs.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

// NaN to any floating-point type; an integer that is no likely result.
constexpr std::byte poison_real{0xff};
constexpr std::byte poison_whole{0xa5};

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

// Words can be no arguments of a kernel, so the compiler is told of them.
std::string base_defines(const Problem& problem) {
    std::string defines = precision_defines(problem.precision);
    for (const auto& [name, value] : problem.arguments) {
        if (const auto* word = std::get_if<std::string>(&value)) {
            defines += define(upper(name), upper(*word));
        }
    }
    return defines;
}

Bytes scalar_bytes(std::string_view type, double value) {
    const Element& element = element_of(type);
    Bytes bytes(element.bytes);
    element.write(value, bytes.data());
    return bytes;
}

Bytes fill_values(const Argument& argument, const ElementType& type, std::size_t count,
                  const TestInputs& inputs, double constant) {
    const Element& element = *type.element;
    const std::size_t lanes = type.bytes() / element.bytes;
    Bytes bytes(count * type.bytes());
    for (std::size_t i = 0; i < count * lanes; ++i) {
        const std::size_t item = i / lanes;
        const double index = static_cast<double>(item);
        const double value = argument.fill == Argument::Fill::random
                                 ? inputs.uniform(argument.low, argument.high, i)
                             : argument.fill == Argument::Fill::index ? index
                                                                      : constant;
        element.put(value, bytes, i);
    }
    return bytes;
}

bool has_content(Argument::Fill fill) {
    return fill != Argument::Fill::output && fill != Argument::Fill::scratch;
}

// Whether it can be made only when a config is chosen.
bool needs_plan(const Argument& argument) {
    using Kind = Argument::Kind;
    using Fill = Argument::Fill;
    return argument.kind != Kind::buffer || argument.fill == Fill::scratch ||
           argument.fill == Fill::constant;
}

std::string element_name(const std::string& name, const Element& element, std::ptrdiff_t byte) {
    const auto size = static_cast<std::ptrdiff_t>(element.bytes);
    const std::ptrdiff_t index = byte < 0 ? (byte - size + 1) / size : byte / size;
    return fmt::format("{}[{}]", name, index);
}

}  // namespace

std::string precision_defines(std::string_view precision) {
    return fmt::format("-DREAL={} -D{}", stored_type(precision), upper(precision));
}

Workload::Workload(const Space& space, const Problem& problem, const WorkloadContext& context)
    : space_(space),
      problem_(problem),
      context_(context),
      buffer_hash_(context.context, context.device),
      names_(names_of(problem)),
      defines_(base_defines(problem)) {
    names_.insert(context.known.begin(), context.known.end());
    for (const auto& [name, value] : problem.arguments) {
        if (const auto* number = std::get_if<Number>(&value)) {
            add_scalar(name, number->whole() ? "int" : "float", number->real());
        }
    }
    for (const std::string& name : space.variants) define(name, text(names_.at(name)));
    for (const Argument& argument : space.arguments) {
        if (!needs_plan(argument)) add_argument(argument);
    }
}

void Workload::prepare(const Plan& plan) {
    for (const auto& [name, value] : plan.values) names_[name] = value;
    for (const Argument& argument : space_.arguments) {
        if (needs_plan(argument)) add_argument(argument);
    }
}

void Workload::add_argument(const Argument& argument) {
    const auto lookup = lookup_in(names_);
    const ElementType type = element_type(argument.type, problem_.precision);
    const double value = argument.value ? argument.value->number(lookup).real() : 0;
    if (argument.kind == Argument::Kind::scalar) {
        add_scalar(argument.name, type.element->type, value);
        return;
    }
    const std::int64_t count = argument.count->whole(lookup);
    if (count < 1) {
        throw Error(Exit::usage, fmt::format("argument '{}' of '{}' would have {} elements",
                                             argument.name, space_.name, count));
    }
    const std::size_t bytes = static_cast<std::size_t>(count) * type.bytes();
    if (argument.kind == Argument::Kind::local) {
        add_by_value(argument.name, LocalBytes{bytes});
        return;
    }
    const TestInputs inputs(context_.seed + buffers_.size());
    const Role role = argument.fill == Argument::Fill::output     ? Role::output
                      : argument.fill == Argument::Fill::scratch  ? Role::scratch
                      : argument.fill == Argument::Fill::constant ? Role::constant
                                                                  : Role::input;
    Bytes content;
    if (has_content(argument.fill)) {
        content = fill_values(argument, type, static_cast<std::size_t>(count), inputs, value);
    }
    add_buffer(argument.name, role, *type.element, bytes, std::move(content));
}

void Workload::define(std::string_view name, std::string_view value) {
    const std::string one = hone::define(name, value);
    if ((defines_ + ' ').find(one + ' ') == std::string::npos) defines_ += one;
}

void Workload::add_input(std::string name, const Element& element, Bytes content) {
    const std::size_t bytes = content.size();
    add_buffer(std::move(name), Role::input, element, bytes, std::move(content));
}

void Workload::add_output(std::string name, const Element& element, std::size_t count,
                          Bytes content) {
    add_buffer(std::move(name), Role::output, element, count * element.bytes, std::move(content));
}

void Workload::add_scalar(std::string name, std::string_view type, double value) {
    add_by_value(std::move(name), scalar_bytes(type, value));
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

void Workload::add_buffer(std::string name, Role role, const Element& element, std::size_t bytes,
                          Bytes content) {
    Buffer made{std::move(name), role, &element, std::move(content), {}, 0};
    // What the last plan asked for is taken over when it fits, else replaced.
    const auto old = std::ranges::find(buffers_, made.name, &Buffer::name);
    if (old != buffers_.end() && old->sets.front().bytes() == bytes) made.sets = old->sets;
    if (old != buffers_.end()) buffers_.erase(old);
    while (made.sets.size() < context_.sets) {
        made.sets.emplace_back(context_.context, context_.queue, bytes);
        if (role == Role::input) made.sets.back().write(context_.queue, made.content);
    }
    if (role == Role::input) made.hash = hash_of(made.sets.front());
    buffers_.push_back(std::move(made));
}

const Workload::Buffer& Workload::buffer(std::string_view name) const {
    const auto found = std::ranges::find(buffers_, name, &Buffer::name);
    if (found != buffers_.end()) return *found;
    throw Error(Exit::bug, fmt::format("the workload has no buffer '{}'", name));
}

std::span<const std::byte> Workload::content(std::string_view name) const {
    return buffer(name).content;
}

const cl::Buffer& Workload::device_buffer(std::string_view name) const {
    return buffer(name).sets.front().buffer();
}

std::int64_t Workload::extent(const std::string& name) const {
    const auto found = problem_.arguments.find(name);
    const auto* number =
        found == problem_.arguments.end() ? nullptr : std::get_if<Number>(&found->second);
    if (number != nullptr && number->whole()) return number->numerator();
    throw Error(Exit::usage, fmt::format("routine '{}' needs a whole number '{}' in [problem]",
                                         problem_.routine, name));
}

Bindings Workload::bindings(std::size_t set) const {
    Bindings all = by_value_;
    for (const Buffer& each : buffers_) all.emplace_back(each.name, each.sets[set].buffer());
    for (const auto& [name, of] : aliases_) {
        all.emplace_back(name, buffer(of).sets[set].buffer());
    }
    // What is declared is a signature: it comes first, in its order.
    auto next = all.begin();
    for (const Argument& argument : space_.arguments) {
        const auto found = std::find_if(
            next, all.end(), [&](const auto& each) { return each.first == argument.name; });
        if (found != all.end()) std::rotate(next++, found, found + 1);
    }
    return all;
}

void Workload::reset(std::size_t set) const {
    for (const Buffer& each : buffers_) {
        const GuardedBuffer& there = each.sets[set];
        there.guard(context_.queue);
        if (each.role == Role::input) continue;
        if (each.content.empty()) {
            there.fill(context_.queue, each.element->is_integer() ? poison_whole : poison_real);
        } else {
            there.write(context_.queue, each.content);
        }
    }
    context_.queue.finish();
}

Comparison Workload::check(std::size_t set) {
    context_.queue.finish();
    Comparison found = check_intact(set);
    last_outputs_ = outputs(set);
    for (Buffer& each : buffers_) {
        if (each.role == Role::output) each.hash = hash_of(each.sets[set]);
    }
    return found.passed ? compare_outputs(last_outputs_) : found;
}

// Small buffers are read as a whole, and have no hash.
std::uint64_t Workload::hash_of(const GuardedBuffer& there) {
    constexpr std::size_t large = std::size_t{1} << 20U;
    if (there.bytes() < large) return 0;
    return buffer_hash_.of(context_.queue, there.buffer(), there.bytes());
}

// The first byte that differs from `content`, of which the buffer's hash was taken.
std::optional<std::size_t> Workload::changed(const Buffer& each, std::size_t set,
                                             std::span<const std::byte> content) {
    const GuardedBuffer& there = each.sets[set];
    if (each.hash != 0 && hash_of(there) == each.hash) return {};
    return there.changed(context_.queue, content);
}

Comparison Workload::check_repeat(std::size_t set) {
    context_.queue.finish();
    std::size_t output = 0;
    for (const Buffer& each : buffers_) {
        if (each.role != Role::output) continue;
        if (const auto byte = changed(each, set, last_outputs_.at(output++))) {
            return failure(
                element_name(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                "a second run gave another result");
        }
    }
    return {};
}

std::vector<Bytes> Workload::outputs(std::size_t set) const {
    std::vector<Bytes> all;
    for (const Buffer& each : buffers_) {
        if (each.role == Role::output) all.push_back(each.sets[set].read(context_.queue));
    }
    return all;
}

Comparison Workload::check_intact(std::size_t set) {
    for (const Buffer& each : buffers_) {
        const GuardedBuffer& there = each.sets[set];
        if (const auto byte = there.broken(context_.queue)) {
            return failure(element_name(each.name, *each.element, *byte),
                           "a write outside of the buffer");
        }
        if (each.role != Role::input && each.role != Role::constant) continue;
        if (const auto byte = changed(each, set, each.content)) {
            there.write(context_.queue, each.content);  // for the next config
            return failure(
                element_name(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                "an input was overwritten");
        }
    }
    return {};
}

std::vector<double> Workload::reference_times(int /*repeats*/) const {
    return {};
}

}  // namespace hone
