// SPDX-License-Identifier: MIT
// What all workloads share: buffers between guard zones, poison, and the questions that are asked
// of every run before its result is looked at.
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

Bytes drawn(const Argument& argument, const ElementType& type, std::size_t count, const Draw& draw,
            double constant) {
    const Element& element = *type.element;
    const std::size_t lanes = type.bytes() / element.bytes;
    Bytes bytes(count * type.bytes());
    for (std::size_t i = 0; i < count * lanes; ++i) {
        const std::size_t item = i / lanes;
        const double index = static_cast<double>(item);
        const double value = argument.fill == Argument::Fill::random
                                 ? draw.between(argument.low, argument.high, i)
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

std::string place_in(const std::string& name, const Element& element, std::ptrdiff_t byte) {
    const auto size = static_cast<std::ptrdiff_t>(element.bytes);
    const std::ptrdiff_t place = byte < 0 ? (byte - size + 1) / size : byte / size;
    return fmt::format("{}[{}]", name, place);
}

}  // namespace

std::string precision_defines(std::string_view precision) {
    return fmt::format("-DREAL={} -D{}", stored_type(precision), upper(precision));
}

Workload::Workload(const Space& space, const Problem& problem, const Site& setting)
    : space_(space),
      problem_(problem),
      setting_(setting),
      fingerprint_(setting.context, setting.device),
      names_(names_of(problem)),
      defines_(base_defines(problem)) {
    names_.insert(setting.known.begin(), setting.known.end());
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
        add_plain(argument.name, LocalBytes{bytes});
        return;
    }
    const Draw draw(setting_.seed + buffers_.size());
    const Role role = argument.fill == Argument::Fill::output     ? Role::output
                      : argument.fill == Argument::Fill::scratch  ? Role::scratch
                      : argument.fill == Argument::Fill::constant ? Role::constant
                                                                  : Role::input;
    Bytes content;
    if (has_content(argument.fill)) {
        content = drawn(argument, type, static_cast<std::size_t>(count), draw, value);
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
    add_plain(std::move(name), scalar_bytes(type, value));
}

void Workload::add_plain(std::string name, Binding value) {
    for (auto& [each, old] : plain_) {
        if (each == name) {
            old = std::move(value);
            return;
        }
    }
    plain_.emplace_back(std::move(name), std::move(value));
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
    while (made.sets.size() < setting_.sets) {
        made.sets.emplace_back(setting_.context, setting_.queue, bytes);
        if (role == Role::input) made.sets.back().write(setting_.queue, made.content);
    }
    if (role == Role::input) made.print = print_of(made.sets.front());
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
    Bindings all = plain_;
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
        there.guard(setting_.queue);
        if (each.role == Role::input) continue;
        if (each.content.empty()) {
            there.fill(setting_.queue, each.element->whole() ? poison_whole : poison_real);
        } else {
            there.write(setting_.queue, each.content);
        }
    }
    setting_.queue.finish();
}

Comparison Workload::check(std::size_t set) {
    setting_.queue.finish();
    Comparison found = intact(set);
    last_ = outputs(set);
    for (Buffer& each : buffers_) {
        if (each.role == Role::output) each.print = print_of(each.sets[set]);
    }
    return found.passed ? judge(last_) : found;
}

// Small ones are read as a whole, and have no print.
std::uint64_t Workload::print_of(const GuardedBuffer& there) {
    constexpr std::size_t large = std::size_t{1} << 20U;
    if (there.bytes() < large) return 0;
    return fingerprint_.of(setting_.queue, there.buffer(), there.bytes());
}

// The first byte that differs from `content`, which the buffer's print is of.
std::optional<std::size_t> Workload::changed(const Buffer& each, std::size_t set,
                                             std::span<const std::byte> content) {
    const GuardedBuffer& there = each.sets[set];
    if (each.print != 0 && print_of(there) == each.print) return {};
    return there.changed(setting_.queue, content);
}

Comparison Workload::repeat(std::size_t set) {
    setting_.queue.finish();
    std::size_t output = 0;
    for (const Buffer& each : buffers_) {
        if (each.role != Role::output) continue;
        if (const auto byte = changed(each, set, last_.at(output++))) {
            return failure(place_in(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                           "a second run left other bits");
        }
    }
    return {};
}

std::vector<Bytes> Workload::outputs(std::size_t set) const {
    std::vector<Bytes> all;
    for (const Buffer& each : buffers_) {
        if (each.role == Role::output) all.push_back(each.sets[set].read(setting_.queue));
    }
    return all;
}

Comparison Workload::intact(std::size_t set) {
    for (const Buffer& each : buffers_) {
        const GuardedBuffer& there = each.sets[set];
        if (const auto byte = there.broken(setting_.queue)) {
            return failure(place_in(each.name, *each.element, *byte),
                           "written outside of the buffer");
        }
        if (each.role != Role::input && each.role != Role::constant) continue;
        if (const auto byte = changed(each, set, each.content)) {
            there.write(setting_.queue, each.content);  // for the next config
            return failure(place_in(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                           "an input was changed");
        }
    }
    return {};
}

std::vector<double> Workload::reference_times(int /*repeats*/) const {
    return {};
}

}  // namespace hone
