// SPDX-License-Identifier: MIT
// Structs as JSON and back. Both ends are the same program, so what is missing or of the wrong type
// is our bug; it surfaces as nlohmann's exception and ends the worker.
#include "tuner/worker/protocol.hpp"

#include <algorithm>

#include "spaces/base/json_integer.hpp"
#include "spaces/formats/read_space.hpp"

namespace hone {
namespace {

Message value_message(const Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    const Number number = std::get<Number>(value);
    return Message::array({number.numerator(), number.denominator()});
}

Value value_from(const Message& message) {
    if (message.is_string()) return message.get<std::string>();
    return Number::fraction(std::int64_t{Whole(message.at(0))}, std::int64_t{Whole(message.at(1))});
}

Message built_message(const Built& built) {
    return {{"registers", built.registers},
            {"spills", built.spills},
            {"barriers", built.barriers},
            {"local_memory", built.local_memory},
            {"private_memory", built.private_memory},
            {"max_work_group", built.max_work_group},
            {"preferred_multiple", built.preferred_multiple}};
}

Built built_from(const Message& message) {
    return {.registers = Whole(message.at("registers")),
            .spills = Whole(message.at("spills")),
            .barriers = Whole(message.at("barriers")),
            .local_memory = Whole(message.at("local_memory")),
            .private_memory = Whole(message.at("private_memory")),
            .max_work_group = Whole(message.at("max_work_group")),
            .preferred_multiple = Whole(message.at("preferred_multiple"))};
}

Outcome outcome_from(const Message& message) {
    return from_word<Outcome>(message.get<std::string>());
}

}  // namespace

Message to_message(const Problem& problem) {
    Message arguments = Message::object();
    for (const auto& [name, value] : problem.arguments) arguments[name] = value_message(value);
    return {
        {"routine", problem.routine}, {"precision", problem.precision}, {"arguments", arguments}};
}

Problem problem_from(const Message& message) {
    Problem problem{
        .routine = message.at("routine"), .precision = message.at("precision"), .arguments = {}};
    for (const auto& [name, value] : message.at("arguments").items()) {
        problem.arguments.emplace(name, value_from(value));
    }
    return problem;
}

Found device_from(const Message& message) {
    const int platform = Whole(message.at("platform"));
    const int place = Whole(message.at("place"));
    for (Found& found : all_devices()) {
        if (found.platform == platform && found.place == place) return found;
    }
    throw Error(Exit::environment, "the device is gone", "`hone devices` lists what is there");
}

Message to_message(const BenchSetup& setup) {
    return {{"platform", setup.device.platform},
            {"place", setup.device.place},
            {"name", setup.kernel.name},
            {"routine", setup.kernel.routine},
            {"source", setup.kernel.source},
            {"space", setup.kernel.space},
            {"file", setup.space.file.string()},
            {"problem", to_message(setup.problem)},
            {"seed", setup.seed},
            {"cold", setup.cold},
            {"options", setup.options}};
}

BenchSetup setup_from(const Message& message) {
    const Kernel kernel{.name = message.at("name"),
                        .routine = message.at("routine"),
                        .source = message.at("source"),
                        .space = message.at("space")};
    return {.device = device_from(message),
            .kernel = kernel,
            .space = read_space(kernel.space, message.at("file").get<std::string>()),
            .problem = problem_from(message.at("problem")),
            .seed = Whole(message.at("seed")),
            .cold = message.at("cold"),
            .options = message.at("options")};
}

Message to_message(const BuildResult& result) {
    Message built = Message::array();
    for (const Built& one : result.built) built.push_back(built_message(one));
    return {{"outcome", word(result.outcome)},
            {"message", result.message},
            {"milliseconds", result.milliseconds},
            {"built", built}};
}

BuildResult build_result_from(const Message& message) {
    BuildResult result{.outcome = outcome_from(message.at("outcome")),
                       .message = message.at("message"),
                       .milliseconds = message.at("milliseconds"),
                       .built = {}};
    for (const Message& one : message.at("built")) result.built.push_back(built_from(one));
    return result;
}

Message to_message(const RunResult& result) {
    return {{"outcome", word(result.outcome)},
            {"message", result.message},
            {"samples", result.samples},
            {"error", result.error},
            {"wrong_elements", result.wrong_elements},
            {"place", result.location},
            {"nondeterministic", result.nondeterministic},
            {"stop", static_cast<int>(result.stop)},
            {"device_lost", result.device_lost}};
}

RunResult run_result_from(const Message& message) {
    // An error that is no number, as from a NaN in the output, crosses the line as null.
    const Message& error = message.at("error");
    return {.outcome = outcome_from(message.at("outcome")),
            .message = message.at("message"),
            .samples = whole_numbers<std::int64_t>(message.at("samples")),
            .error = error.is_null() ? 0 : error.get<double>(),
            .wrong_elements = Whole(message.at("wrong_elements")),
            .location = message.at("place"),
            .nondeterministic = message.at("nondeterministic"),
            .stop = static_cast<Stop>(int{Whole(message.at("stop"))}),
            .device_lost = message.at("device_lost")};
}

Message to_message(const Probe& probe) {
    return {{"name", probe.name}, {"point", probe.point},    {"value", probe.value},
            {"unit", probe.unit}, {"how", probe.how},        {"samples", probe.samples},
            {"tool", probe.tool}, {"message", probe.message}};
}

Probe probe_from(const Message& message) {
    return {.device = {},
            .name = message.at("name"),
            .point = message.at("point"),
            .value = message.at("value"),
            .unit = message.at("unit"),
            .how = message.at("how"),
            .samples = whole_numbers<std::int64_t>(message.at("samples")),
            .tool = message.at("tool"),
            .at = 0,
            .message = message.at("message")};
}

Message to_message(const Patience& patience) {
    return {{"least_samples", patience.least_samples},
            {"most_samples", patience.most_samples},
            {"least_ns", patience.least_ns},
            {"most_ns", patience.most_ns},
            {"tight", patience.tight},
            {"stale_samples", patience.stale_samples},
            {"incumbent_ns", patience.incumbent_ns},
            {"hopeless", patience.hopeless}};
}

Patience patience_from(const Message& message) {
    return {.least_samples = Whole(message.at("least_samples")),
            .most_samples = Whole(message.at("most_samples")),
            .least_ns = message.at("least_ns"),
            .most_ns = message.at("most_ns"),
            .tight = message.at("tight"),
            .stale_samples = Whole(message.at("stale_samples")),
            .incumbent_ns = message.at("incumbent_ns"),
            .hopeless = message.at("hopeless")};
}

}  // namespace hone
