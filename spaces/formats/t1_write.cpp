// SPDX-License-Identifier: MIT
// A Space as T1. Its readers know Python and parameters alone, so expressions are turned into
// Python and the problem's names into what they are by default.
#include "spaces/formats/t1_write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "spaces/formats/t1_types.hpp"
#include "spaces/language/expression_to_python.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

// A space and what its names that are no parameters stand for.
struct Writing {
    const Space& space;
    std::string precision;
    Names known;

    // Readers of T1 know parameters alone.
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

Json configuration_space(const Writing& writing) {
    Json parameters = Json::array();
    for (const Parameter& parameter : writing.space.parameters) {
        parameters.push_back({{"Name", parameter.name},
                              {"Type", type_of(parameter)},
                              {"Values", value_list(parameter)}});
    }
    Json conditions = Json::array();
    for (const Constraint& constraint : writing.space.constraints) {
        const Expression& must_hold = constraint.must_hold;
        if (!writing.can_say(must_hold)) continue;  // left out, as Candidates leaves it out
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

// A number where the problem's defaults make it one, else its text, as readers of T1 allow.
Json size(const Writing& writing, const Expression& expression) {
    const auto known = [&](const std::string& name) { return writing.known.contains(name); };
    if (!std::ranges::all_of(expression.names(), known)) return writing.text(expression);
    const Number number = expression.number(lookup_in(writing.known));
    if (number.whole()) return number.numerator();
    return number.exists() ? Json(number.real()) : Json(writing.text(expression));
}

void write_fill(const Writing& writing, const Argument& argument, Json& json) {
    switch (argument.fill) {
        case Argument::Fill::random:
            json.update({{"FillType", "Random"}, {"FillValue", argument.high}});
            break;
        case Argument::Fill::constant:
            json.update({{"FillType", "Constant"}, {"FillValue", size(writing, *argument.value)}});
            break;
        case Argument::Fill::index:
            json.update({{"FillType", "Generator"}, {"DataSource", "i"}});
            break;
        case Argument::Fill::output:
        case Argument::Fill::scratch:
            json.update({{"FillType", "Constant"}, {"FillValue", 0}});
            break;
    }
    const bool output = argument.fill == Argument::Fill::output;
    json["AccessType"] = output ? "WriteOnly" : "ReadWrite";
}

Json argument(const Writing& writing, const Argument& argument) {
    Json json{{"Name", argument.name}, {"Type", t1::t1_type(argument.type, writing.precision)}};
    switch (argument.kind) {
        case Argument::Kind::scalar:
            json.update({{"MemoryType", "Scalar"},
                         {"FillType", "Constant"},
                         {"FillValue", size(writing, *argument.value)}});
            break;
        case Argument::Kind::local:
            json.update({{"MemoryType", "Local"}, {"Size", size(writing, *argument.count)}});
            break;
        case Argument::Kind::buffer:
            json.update({{"MemoryType", "Vector"}, {"Size", size(writing, *argument.count)}});
            write_fill(writing, argument, json);
            break;
    }
    return json;
}

Json references(const Space& space) {
    const auto output = std::ranges::find(space.arguments, Argument::Fill::output, &Argument::fill);
    const bool relative = space.check->relative > 0;
    return Json::array(
        {{{"Name", "expected"},
          {"TargetName", output == space.arguments.end() ? "" : output->name},
          {"FillType", "BinaryRaw"},
          {"DataSource", space.check->expected},
          {"ValidationMethod", relative ? "SideBySideRelativeComparison" : "SideBySideComparison"},
          {"ValidationThreshold", relative ? space.check->relative : space.check->absolute}}});
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
    for (const Argument& each : space.arguments) {
        kernel["Arguments"].push_back(argument(writing, each));
    }
    if (space.check && !space.check->expected.empty()) {
        kernel["ReferenceArguments"] = references(space);
    }
    return kernel;
}

}  // namespace

std::string write_t1(const Space& space, const Names& known) {
    if (space.launch.size() > 1) {
        throw Error(Exit::usage, fmt::format("'{}' launches {} kernels, but T1 can "
                                             "describe only one",
                                             space.name, space.launch.size()));
    }
    const Problem usual = make_problem(space, {}, {});
    Names names = known;
    names.merge(names_of(usual));
    const Writing writing{space, text(names.at("precision")), std::move(names)};
    Json t1{{"General", {{"FormatVersion", 1}}},
            {"ConfigurationSpace", configuration_space(writing)}};
    // Every T1 has this part; without a launch it names no language that could be run.
    t1["KernelSpecification"] =
        space.launch.empty() ? Json::object() : kernel_specification(writing);
    return t1.dump(2) + "\n";
}

}  // namespace hone
