// SPDX-License-Identifier: MIT
// The common part of all workloads: buffers between guard zones, and their content before each run.
#include "kernels/workload/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "kernels/buffers/poison.hpp"
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

// The limit of the scratch pool: a part of the device's memory small enough for every problem.
std::size_t most_spare_bytes(const cl::Device& device) {
    constexpr std::size_t most = std::size_t{256} << 20U;
    return std::min<std::size_t>(most, device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 32);
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
      context_(context),
      buffer_hash_(context.context, context.device),
      guard_words_(context.context, context.queue, context.has_own_memory),
      spares_(most_spare_bytes(context.device)),
      names_(names_of(problem)),
      defines_(problem_defines(space, problem)),
      reference_fault_(context.reference_fault) {
    names_.insert(context.known.begin(), context.known.end());
    if (std::ranges::any_of(space.arguments, &Argument::inout)) context_.sets = 1;
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
    add_buffer(std::move(name), Role::input, element, bytes, std::move(content));
}

void Workload::add_output(std::string name, const Element& element, std::size_t count,
                          Bytes content) {
    add_buffer(std::move(name), Role::output, element, count * element.bytes, std::move(content));
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

void Workload::add_buffer(std::string name, Role role, const Element& element, std::size_t bytes,
                          Bytes content) {
    Buffer made{};
    made.name = std::move(name);
    made.role = role;
    made.element = &element;
    made.content = std::move(content);
    // Reuses the last plan's buffer if its size fits, otherwise one from the pool.
    const auto old = std::ranges::find(buffers_, made.name, &Buffer::name);
    if (old != buffers_.end()) {
        if (old->sets.front().bytes() == bytes)
            made.sets = std::move(old->sets);
        else if (old->role == Role::scratch)
            spares_.keep(old->name, std::move(old->sets));
        buffers_.erase(old);
    }
    if (made.sets.empty() && role == Role::scratch) made.sets = spares_.take(made.name, bytes);
    add_sets(made, bytes);
    // All sets, since some are timed without a reset before.
    if (is_kept(role) && !made.content.empty())
        for (const GuardedBuffer& each : made.sets) each.write(context_.queue, made.content);
    if (is_kept(role)) made.hash = hash_of(made.sets.front());
    buffers_.push_back(std::move(made));
}

// Checked runs use the first set. The others are used only after the config was right there.
void Workload::add_sets(Buffer& made, std::size_t bytes) {
    const std::size_t known = made.sets.size();
    while (made.sets.size() < context_.sets) {
        made.sets.emplace_back(guard_words_, context_.context, context_.queue, bytes,
                               ++buffers_made_, made.sets.empty() ? context_.zones : narrow_zones);
    }
    std::vector<GuardedBuffer*> added;
    for (std::size_t set = known; set < made.sets.size(); ++set) added.push_back(&made.sets[set]);
    hash_zones(added);
}

const Workload::Buffer& Workload::buffer(std::string_view name) const {
    const auto found = std::ranges::find(buffers_, name, &Buffer::name);
    if (found != buffers_.end()) return *found;
    throw Error(Exit::bug, fmt::format("the workload has no buffer '{}'", name));
}

std::span<const std::byte> Workload::content(std::string_view name) const {
    return buffer(name).content;
}

const cl::Buffer& Workload::device_buffer(std::string_view name, std::size_t set) const {
    return buffer(name).sets[set].buffer();
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
    for (const Buffer& each : buffers_) {
        if (each.images.empty())
            all.emplace_back(each.name, each.sets[set].buffer());
        else
            all.emplace_back(each.name, BoundImage{each.images[set].image()});
    }
    for (const auto& [name, of] : aliases_) {
        all.emplace_back(name, buffer(of).sets[set].buffer());
    }
    // Declared arguments come first, in their order: they are the kernel's signature.
    auto next = all.begin();
    for (const Argument& argument : space_.arguments) {
        const auto found = std::find_if(
            next, all.end(), [&](const auto& each) { return each.first == argument.name; });
        if (found != all.end()) std::rotate(next++, found, found + 1);
    }
    return all;
}

void Workload::reset(std::size_t set, Scratch scratch) {
    for (Buffer& each : buffers_) {
        GuardedBuffer& there = each.sets[set];
        there.guard(context_.queue);
        each.perturbed.clear();
        if (each.role == Role::input) continue;
        if (each.role == Role::scratch && scratch == Scratch::as_left) continue;
        if (each.content.empty()) {
            each.poison = poison(*each.element, runs_);
            there.fill(context_.queue, each.poison);
        } else {
            there.write(context_.queue, each.content);
        }
        to_image(each, set);
    }
    ++runs_;
    std::vector<GuardedBuffer*> written;
    for (Buffer& each : buffers_) written.push_back(&each.sets[set]);
    hash_zones(written);
    context_.queue.finish();
}

std::size_t Workload::bytes() const {
    std::size_t sum = 0;
    for (const Buffer& each : buffers_) {
        const std::size_t copies = each.sets.size() + (each.pristine.get() ? 1 : 0);
        sum += copies * each.sets.front().bytes();
    }
    return sum;
}

bool Workload::is_repeatable() const {
    return std::ranges::none_of(buffers_, [](const Buffer& each) {
        return each.role == Role::output && !each.content.empty() && !each.pristine.get();
    });
}

bool Workload::restores() const {
    return std::ranges::any_of(buffers_, [](const Buffer& each) { return each.pristine.get(); });
}

void Workload::restore() {
    for (const Buffer& each : buffers_) {
        if (!each.pristine.get()) continue;
        context_.queue.enqueueCopyBuffer(each.pristine, each.sets.front().buffer(), 0, 0,
                                         each.content.size());
        to_image(each, 0);
    }
    context_.queue.finish();
}

void Workload::to_image(const Buffer& pixels, std::size_t set) const {
    if (!pixels.images.empty())
        pixels.images[set].copy_from(context_.queue, pixels.sets[set].buffer());
}

void Workload::from_images(std::size_t set) const {
    for (const Buffer& each : buffers_)
        if (!each.images.empty()) each.images[set].copy_to(context_.queue, each.sets[set].buffer());
    context_.queue.finish();
}

std::vector<double> Workload::reference_times(int /*repeats*/, double /*longest*/) {
    return {};
}

}  // namespace hone
