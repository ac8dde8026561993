// SPDX-License-Identifier: MIT
// Writes a Space as T1. Readers of T1 only know Python and parameters, so expressions become
// Python, and names of the problem are replaced by their default values.
#include "spaces/formats/t1_write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "spaces/formats/t1_types.hpp"
#include "spaces/language/expression_to_python.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

// A space, and the values of its names that are not parameters.
struct Writing {
    const Space& space;
    std::string precision;
    Names known;

    // Readers of T1 only know parameters.
    bool can_say(const Expression& expression) const {
        return std::ranges::all_of(expression.names(), [this](const std::string& name) {
            return known.contains(name) || space.index_of(name);
        });
    }
    std::string text(const Expression& expression) const {
        if (can_say(expression)) return python(expression, known);
        throw Error(Exit::usage, fmt::format("T1 cannot express '{}'", expression.text()),
                    "it depends on the device; name one with --device to write its values");
    }
};

Json value_list(const Parameter& parameter) {
    std::vector<std::string> texts;
    for (const Value& value : parameter.values) texts.push_back(python(value));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string type_of(const Parameter& parameter) {
    const auto is_word = [](const Value& v) { return std::holds_alternative<std::string>(v); };
    const auto is_whole = [](const Value& v) { return std::get<Number>(v).whole(); };
    if (std::ranges::any_of(parameter.values, is_word)) return "string";
    return std::ranges::all_of(parameter.values, is_whole) ? "int" : "float";
}

// The problem's macro definitions; for readers of T1, parameters with one value.
std::vector<Parameter> variants(const Writing& writing) {
    std::vector<Parameter> all;
    if (is_routine_of_hone(writing.space.routine)) return all;
    for (const std::string& name : writing.space.variants)
        all.push_back({name, {writing.known.at(name)}});
    return all;
}

Json configuration_space(const Writing& writing) {
    Json parameters = Json::array();
    const auto add = [&](const Parameter& parameter) {
        parameters.push_back({{"Name", parameter.name},
                              {"Type", type_of(parameter)},
                              {"Values", value_list(parameter)}});
    };
    std::ranges::for_each(writing.space.parameters, add);
    std::ranges::for_each(variants(writing), add);
    Json conditions = Json::array();
    for (const Constraint& constraint : writing.space.constraints) {
        const Expression& must_hold = constraint.must_hold;
        if (!writing.can_say(must_hold)) continue;  // left out, as in Candidates
        Json read = Json::array();
        for (const std::string& name : must_hold.names()) {
            if (writing.space.index_of(name)) read.push_back(name);
        }
        conditions.push_back({{"Parameters", read}, {"Expression", writing.text(must_hold)}});
    }
    return {{"TuningParameters", parameters}, {"Conditions", conditions}};
}

Json sizes(const Writing& writing, const std::vector<Expression>& expressions) {
    constexpr std::array<const char*, 3> axes{"X", "Y", "Z"};
    Json sizes = Json::object();
    for (std::size_t d = 0; d < expressions.size(); ++d) {
        sizes[axes[d]] = writing.text(expressions[d]);
    }
    return sizes;
}

// A number if it follows from the problem's defaults, else its text, which T1 allows.
Json size(const Writing& writing, const Expression& expression) {
    const auto known = [&](const std::string& name) { return writing.known.contains(name); };
    if (!std::ranges::all_of(expression.names(), known)) return writing.text(expression);
    if (expression.decimal()) return *expression.decimal();
    const Number number = expression.number(lookup_in(writing.known));
    if (number.whole()) return number.numerator();
    return number.exists() ? Json(number.real()) : Json(writing.text(expression));
}

// T1 has no lower bound: it is 0; another one is written to hone's own member.
Json random_fill(const Writing& writing, const Argument& argument) {
    return {{"FillType", "Random"},
            {"FillValue", argument.high ? size(writing, *argument.high) : Json(1)}};
}

Json fill(const Writing& writing, const Argument& argument) {
    using Fill = Argument::Fill;
    switch (argument.fill) {
        case Fill::random:
            return random_fill(writing, argument);
        case Fill::constant:
            return {{"FillType", "Constant"}, {"FillValue", size(writing, argument.value.front())}};
        case Fill::index:
            return {{"FillType", "Generator"}, {"DataSource", "i"}};
        case Fill::file:
            return {{"FillType", "BinaryRaw"}, {"DataSource", argument.file}};
        case Fill::prepared:
            throw Error(Exit::usage,
                        fmt::format("T1 cannot express that '{}' is prepared", argument.name));
        case Fill::output:
        case Fill::scratch:
            break;
    }
    return {{"FillType", "Constant"}, {"FillValue", 0}};
}

// Properties that T1 cannot express. Other readers skip this member.
Json said_by_hone_alone(const Writing& writing, const Argument& argument) {
    Json own = Json::object();
    if (argument.fill == Argument::Fill::scratch) own["fill"] = "scratch";
    if (argument.fill == Argument::Fill::random && !argument.low && !argument.high)
        own["fill"] = "random";
    if (argument.fill == Argument::Fill::random && argument.low)
        own["low"] = size(writing, *argument.low);
    if (argument.inout) own["inout"] = true;
    if (argument.absolute) own["absolute"] = size(writing, *argument.absolute);
    if (argument.relative) own["relative"] = size(writing, *argument.relative);
    return own;
}

std::string access_type(const Argument& argument) {
    if (argument.fill == Argument::Fill::output) return "WriteOnly";
    const bool read = !argument.inout && argument.fill != Argument::Fill::scratch;
    return read && argument.fill != Argument::Fill::constant ? "ReadOnly" : "ReadWrite";
}

Json argument(const Writing& writing, const Argument& argument) {
    Json json{{"Name", argument.name}, {"Type", t1::t1_type(argument.type, writing.precision)}};
    switch (argument.kind) {
        case Argument::Kind::scalar:
            json.update({{"MemoryType", "Scalar"},
                         {"FillType", "Constant"},
                         {"FillValue", size(writing, argument.value.front())}});
            break;
        case Argument::Kind::local:
            json.update({{"MemoryType", "Local"}, {"Size", size(writing, *argument.count)}});
            break;
        case Argument::Kind::image:
        case Argument::Kind::sampler:
            throw Error(
                Exit::usage,
                fmt::format("T1 cannot express that '{}' is an image or a sampler", argument.name));
        case Argument::Kind::buffer:
            json.update({{"MemoryType", "Vector"}, {"Size", size(writing, *argument.count)}});
            json.update(fill(writing, argument));
            json["AccessType"] = access_type(argument);
            if (Json own = said_by_hone_alone(writing, argument); !own.empty())
                json["Hone"] = std::move(own);
            break;
    }
    return json;
}

// The file with the expected results.
Json references(const Writing& writing) {
    const Space& space = writing.space;
    const auto output = std::ranges::find_if(space.arguments, &Argument::is_result);
    return Json::array({{{"Name", "expected"},
                         {"TargetName", output == space.arguments.end() ? "" : output->name},
                         {"FillType", "BinaryRaw"},
                         {"DataSource", space.check->expected}}});
}

void write_bounds(const Writing& writing, Json& json) {
    const Check& check = *writing.space.check;
    const auto& bound = check.relative ? check.relative : check.absolute;
    json["ValidationMethod"] =
        check.relative ? "SideBySideRelativeComparison" : "SideBySideComparison";
    json["ValidationThreshold"] = bound ? size(writing, *bound) : Json(0);
    if (check.relative && check.absolute) json["Absolute"] = size(writing, *check.absolute);
}

// T1 has no reference kernels. Other readers skip this member.
Json reference_kernel(const Writing& writing) {
    const std::vector<LaunchStep>& launch = writing.space.check->launch;
    if (launch.size() > 1)
        throw Error(Exit::usage, "T1 cannot express a reference of several launches");
    const Check& check = *writing.space.check;
    Json kernel{{"KernelName", launch.front().entry},
                {"GlobalSize", sizes(writing, launch.front().global)},
                {"LocalSize", sizes(writing, launch.front().local)},
                {"Arguments", launch.front().arguments}};
    if (!check.source.empty()) kernel["KernelFile"] = check.source;
    for (const auto& [name, value] : check.parameters) kernel["Parameters"][name] = python(value);
    for (const Parameter& each : variants(writing))
        kernel["Parameters"][each.name] = python(each.values.front());
    return kernel;
}

void write_check(const Writing& writing, Json& kernel) {
    const Space& space = writing.space;
    if (!space.check) return;
    if (space.check->launch.empty()) {
        kernel["ReferenceArguments"] = references(writing);
        write_bounds(writing, kernel["ReferenceArguments"].front());
    } else {
        kernel["ReferenceKernel"] = reference_kernel(writing);
        write_bounds(writing, kernel["ReferenceKernel"]);
    }
}

const Argument& declared(const Space& space, const std::string& name) {
    const auto found = std::ranges::find(space.arguments, name, &Argument::name);
    if (found != space.arguments.end()) return *found;
    throw Error(Exit::usage, fmt::format("T1 needs '{}' among the [[arguments]]", name));
}

Json kernel_specification(const Writing& writing) {
    const Space& space = writing.space;
    const LaunchStep& step = space.launch.front();
    Json kernel{{"Language", "OpenCL"},
                {"KernelName", step.entry},
                {"KernelFile", space.source.filename().string()},
                {"GlobalSizeType", "OpenCL"},
                {"GlobalSize", sizes(writing, step.global)},
                {"LocalSize", sizes(writing, step.local)}};
    if (is_routine_of_hone(space.routine)) {
        for (const Argument& each : space.arguments)
            kernel["Arguments"].push_back(argument(writing, each));
    } else {
        for (const std::string& name : step.arguments)
            kernel["Arguments"].push_back(argument(writing, declared(space, name)));
    }
    write_check(writing, kernel);
    if (writing.precision != "f32") kernel["Hone"] = {{"precision", writing.precision}};
    return kernel;
}

// T1 has no problem, so words of the problem, which are macro definitions, would be lost.
void refuse_words(const Space& space) {
    for (const auto& [name, value] : space.problem)
        if (std::holds_alternative<std::string>(value))
            throw Error(Exit::usage,
                        fmt::format("T1 cannot express '{}', a word of the problem", name),
                        "make it a parameter of one value");
}

// T1 passes each argument to the kernel, and one number to each scalar.
void refuse_arguments_that_t1_lacks(const Space& space) {
    for (const Argument& each : space.arguments) {
        const auto& handed = space.launch.front().arguments;
        const auto refuse = [&](std::string_view what) {
            throw Error(Exit::usage,
                        fmt::format("T1 cannot express that '{}' {}", each.name, what));
        };
        if (!each.members.empty()) refuse("is a struct");
        if (each.value.size() > 1) refuse("has several values");
        if (std::ranges::find(handed, each.name) == handed.end()) refuse("is not for the kernel");
    }
}

// In T1, each launch has a local size, including that of the reference.
void refuse_choice_of_driver(const Space& space) {
    std::vector<LaunchStep> all{space.launch.front()};
    if (space.check) all.insert(all.end(), space.check->launch.begin(), space.check->launch.end());
    if (std::ranges::any_of(all, [](const auto& step) { return step.driver_local.has_value(); }))
        throw Error(Exit::usage,
                    fmt::format("T1 cannot express the 'driver_local' of '{}'", space.name));
}

void refuse_what_t1_lacks(const Space& space) {
    if (space.launch.size() > 1)
        throw Error(Exit::usage, fmt::format("'{}' launches {} kernels, but T1 can "
                                             "describe only one",
                                             space.name, space.launch.size()));
    if (!space.loops.empty() || !space.prepare.empty())
        throw Error(
            Exit::usage,
            fmt::format("T1 cannot express the loops and prepared inputs of '{}'", space.name));
    if (space.launch.empty()) return;
    if (space.launch.front().when || !space.launch.front().offset.empty())
        throw Error(
            Exit::usage,
            fmt::format("T1 cannot express the 'when' and the 'offset' of '{}'", space.name));
    refuse_choice_of_driver(space);
    if (is_routine_of_hone(space.routine)) return;
    refuse_words(space);
    refuse_arguments_that_t1_lacks(space);
}

}  // namespace

std::string write_t1(const Space& space, const Names& known) {
    refuse_what_t1_lacks(space);
    const Problem usual = make_problem(space, {}, {});
    Names names = known;
    names.merge(names_of(usual));
    const Writing writing{space, text(names.at("precision")), std::move(names)};
    Json t1{{"General", {{"FormatVersion", 1}}},
            {"ConfigurationSpace", configuration_space(writing)}};
    // T1 requires this part; without a launch it has no language, so it cannot be run.
    t1["KernelSpecification"] =
        space.launch.empty() ? Json::object() : kernel_specification(writing);
    return t1.dump(2) + "\n";
}

}  // namespace hone
