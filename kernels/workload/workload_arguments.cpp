// SPDX-License-Identifier: MIT
// Turns the space's [[arguments]] into buffers, scalars and local memory. Arguments that do not
// depend on a config are made once, the others for each config. Also launches [[prepare]].
#include <fmt/format.h>

#include <algorithm>

#include "kernels/inputs/array_file.hpp"
#include "kernels/workload/argument_fill.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

bool reads_parameter(const Space& space, const std::vector<Expression>& expressions) {
    return std::ranges::any_of(expressions, [&](const Expression& each) {
        return std::ranges::any_of(each.names(), [&](const std::string& name) {
            return space.index_of(name).has_value();
        });
    });
}

std::vector<Expression> expressions_of(const Argument& argument) {
    std::vector<Expression> all = argument.value;
    all.insert(all.end(), argument.size.begin(), argument.size.end());
    for (const auto* each : {&argument.count, &argument.low, &argument.high})
        if (*each) all.push_back(**each);
    return all;
}

// True if the argument depends on a config. Results are never among them, which keeps the file's
// order.
bool needs_plan(const Space& space, const Argument& argument) {
    using Fill = Argument::Fill;
    if (!argument.is_memory()) return true;
    if (argument.is_result()) return false;
    return argument.fill == Fill::scratch || argument.fill == Fill::constant ||
           argument.fill == Fill::prepared || reads_parameter(space, expressions_of(argument));
}

WorkloadBuffers::Role role_of(const Argument& argument) {
    using Fill = Argument::Fill;
    using Role = WorkloadBuffers::Role;
    if (argument.is_result()) return Role::output;
    if (argument.fill == Fill::scratch) return Role::scratch;
    return argument.fill == Fill::constant ? Role::constant : Role::input;
}

}  // namespace

void Workload::add_arguments(bool of_plan) {
    for (std::size_t i = 0; i < space_.arguments.size(); ++i)
        if (needs_plan(space_, space_.arguments[i]) == of_plan) add_argument(i);
}

double Workload::value_of(const Expression& expression) const {
    if (expression.decimal()) return *expression.decimal();
    const Number number = expression.number(lookup());
    if (number.exists()) return number.real();
    throw Error(Exit::usage, Mistake{expression.location(),
                                     fmt::format("'{}' gives {}", expression.text(), number.text())}
                                 .text());
}

std::vector<double> Workload::values_of(const Argument& argument, std::size_t lanes) const {
    std::vector<double> values;
    for (const Expression& each : argument.value) values.push_back(value_of(each));
    if (values.size() <= 1 || values.size() == lanes) return values;
    throw Error(Exit::usage, fmt::format("argument '{}' of '{}' has {} values; its type needs {}",
                                         argument.name, space_.name, values.size(), lanes));
}

std::size_t Workload::elements_of(const Argument& argument) const {
    const std::int64_t count = argument.count->whole(lookup());
    if (count >= 1) return static_cast<std::size_t>(count);
    const std::string reason = fmt::format("argument '{}' of '{}' would have {} elements",
                                           argument.name, space_.name, count);
    throw Error(Exit::usage, Mistake{argument.count->location(), reason}.text());
}

void Workload::add_argument(std::size_t index) {
    const Argument& argument = space_.arguments[index];
    if (argument.kind == Argument::Kind::sampler) {
        add_by_value(argument.name, make_sampler(context_.context, argument));
        return;
    }
    const StructLayout layout = layout_of(argument, problem_.precision);
    if (argument.kind == Argument::Kind::scalar) {
        add_by_value(argument.name, element_bytes(layout, values_of(argument, layout.lanes())));
        return;
    }
    const std::size_t count = elements_of(argument);
    if (argument.kind == Argument::Kind::local) {
        add_by_value(argument.name, LocalBytes{count * layout.bytes});
        return;
    }
    buffers_.add(argument.name, role_of(argument), layout.element(), count * layout.bytes,
                 content_of(argument, index));
    if (argument.kind == Argument::Kind::image)
        buffers_.add_images(argument.name, image_form(argument));
    if (argument.inout && !content(argument.name).empty()) buffers_.keep_pristine(argument.name);
}

ImageForm Workload::image_form(const Argument& argument) const {
    ImageForm form{element_type(argument.type, problem_.precision), argument.normalized, {}};
    for (const Expression& each : argument.size) {
        const std::int64_t pixels = each.whole(lookup());
        if (pixels < 1)
            throw Error(Exit::usage, fmt::format("image '{}' of '{}' would be {} pixels wide",
                                                 argument.name, space_.name, pixels));
        form.extent.push_back(static_cast<std::size_t>(pixels));
    }
    return form;
}

// The initial content; empty for poison, or for an input that is yet to be prepared.
Bytes Workload::content_of(const Argument& argument, std::size_t index) const {
    using Fill = Argument::Fill;
    const StructLayout layout = layout_of(argument, problem_.precision);
    const std::size_t count = elements_of(argument);
    if (argument.fill == Fill::output || argument.fill == Fill::scratch ||
        argument.fill == Fill::prepared)
        return {};
    if (argument.fill == Fill::file) {
        const auto& type = layout.members.front().type;
        const ArrayPart whole =
            layout.is_struct()
                ? ArrayPart{argument.name, {&layout.element(), 1}, count * layout.bytes}
                : ArrayPart{argument.name, type, count};
        return read_arrays(space_.file.parent_path() / argument.file, {whole}).front();
    }
    FillRule rule{argument.fill, {}, {}, values_of(argument, layout.lanes())};
    if (argument.low) rule.low = value_of(*argument.low);
    if (argument.high) rule.high = value_of(*argument.high);
    return fill_elements(rule, layout, count, context_.seed + index);
}

void Workload::prepare(const Plan& plan) {
    buffers_.begin_plan();
    for (const auto& [name, value] : plan.values) names_[name] = value;
    add_arguments(true);
}

Comparison Workload::prepare(const Plan& plan, const cl::Program& program) {
    prepare(plan);
    return launch_prepare(program, plan.prepare);
}

Comparison Workload::launch_prepare(const cl::Program& program,
                                    const std::vector<Launch>& launches) {
    if (launches.empty()) return {};
    reset();
    Launcher(program, launches, bindings()).enqueue(context_.queue);
    context_.queue.finish();
    Comparison harm = check_intact();
    for (const Argument& argument : space_.arguments)
        if (argument.fill == Argument::Fill::prepared) take_prepared(argument);
    return harm;
}

// A prepared buffer becomes an input.
void Workload::take_prepared(const Argument& argument) {
    buffers_.take_as_input(argument.name);
    if (argument.inout) buffers_.keep_pristine(argument.name);
}

}  // namespace hone
