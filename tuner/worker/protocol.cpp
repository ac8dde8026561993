// SPDX-License-Identifier: MIT
// Converts structs to JSON and back. Both ends are the same program, so a missing or mistyped
// member is a bug of hone. It throws nlohmann's exception, which the worker answers as such.
#include "tuner/worker/protocol.hpp"

#include <algorithm>

#include "spaces/base/json_integer.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/devices/host_device.hpp"

namespace hone {
namespace {

Message value_message(const Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    const Number number = std::get<Number>(value);
    return Message::array({number.numerator(), number.denominator()});
}

Value value_from(const Message& message) {
    if (message.is_string()) return message.get<std::string>();
    return Number::fraction(std::int64_t{CheckedInt(message.at(0))},
                            std::int64_t{CheckedInt(message.at(1))});
}

// Checks a worker's count or measurement, which is never negative. A broken worker, or its driver,
// may send any value.
template <class Number>
Number not_negative(const Message& message, Number number) {
    if (number >= 0) return number;
    throw Message::out_of_range::create(401, "a count or a time below zero: " + message.dump(),
                                        &message);
}

std::int64_t count_from(const Message& message) {
    return not_negative(message, std::int64_t{CheckedInt(message)});
}

Stop stop_from(const Message& message) {
    const int stop = CheckedInt(message);
    if (stop >= 0 && stop <= static_cast<int>(Stop::budget_used)) return static_cast<Stop>(stop);
    throw Message::out_of_range::create(401, "no reason to stop: " + message.dump(), &message);
}

double amount_from(const Message& message) {
    return not_negative(message, message.get<double>());
}

Samples samples_from(const Message& message) {
    Samples samples = checked_ints<std::int64_t>(message);
    for (const std::int64_t sample : samples) not_negative(message, sample);
    return samples;
}

Message build_info_message(const KernelBuildInfo& built) {
    return {{"registers", built.registers},
            {"spills", built.spills},
            {"barriers", built.barriers},
            {"local_memory", built.local_memory},
            {"private_memory", built.private_memory},
            {"max_work_group", built.max_work_group},
            {"preferred_multiple", built.preferred_multiple}};
}

KernelBuildInfo build_info_from(const Message& message) {
    return {.registers = count_from(message.at("registers")),
            .spills = count_from(message.at("spills")),
            .barriers = count_from(message.at("barriers")),
            .local_memory = count_from(message.at("local_memory")),
            .private_memory = count_from(message.at("private_memory")),
            .max_work_group = count_from(message.at("max_work_group")),
            .preferred_multiple = count_from(message.at("preferred_multiple"))};
}

Outcome outcome_from(const Message& message) {
    return from_word<Outcome>(message.get<std::string>());
}

std::array<std::size_t, 3> shape_from(const Message& message) {
    return {CheckedInt(message.at(0)), CheckedInt(message.at(1)), CheckedInt(message.at(2))};
}

Launch launch_from(const Message& message) {
    return {.entry = message.at("entry"),
            .arguments = message.at("arguments").get<std::vector<std::string>>(),
            .dimensions = CheckedInt(message.at("dimensions")),
            .local = shape_from(message.at("local")),
            .global = shape_from(message.at("global")),
            .offset = shape_from(message.at("offset")),
            .loop = message.at("loop"),
            .number = CheckedInt(message.at("number"))};
}

Message launches_message(const std::vector<Launch>& launches) {
    Message all = Message::array();
    for (const Launch& launch : launches)
        all.push_back({{"entry", launch.entry},
                       {"arguments", launch.arguments},
                       {"dimensions", launch.dimensions},
                       {"local", launch.local},
                       {"global", launch.global},
                       {"offset", launch.offset},
                       {"loop", launch.loop},
                       {"number", launch.number}});
    return all;
}

std::vector<Launch> launches_from(const Message& message) {
    std::vector<Launch> all;
    for (const Message& launch : message) all.push_back(launch_from(launch));
    return all;
}

}  // namespace

AtFault at_fault_from(const Message& result) {
    return from_word<AtFault>(result.value("at_fault", std::string(word(AtFault::config))));
}

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

Message to_message(const LocalDevice& device) {
    return {{"platform", device.platform}, {"index", device.index}, {"clock", word(device.clock)}};
}

LocalDevice device_from(const Message& message) {
    const int platform = CheckedInt(message.at("platform"));
    if (platform == host_platform) return host_device();
    const int index = CheckedInt(message.at("index"));
    for (LocalDevice& local : all_devices()) {
        if (local.platform != platform || local.index != index) continue;
        local.clock = from_word<TimedBy>(message.at("clock").get<std::string>());
        return local;
    }
    throw Error(Exit::environment, "the device is no longer present",
                "`hone devices` lists the devices");
}

Message to_message(const BenchSetup& setup) {
    return {{"device", to_message(setup.device)},
            {"name", setup.kernel.name},
            {"routine", setup.kernel.routine},
            {"source", setup.kernel.source},
            {"space", setup.kernel.space},
            {"file", setup.space.file.string()},
            {"problem", to_message(setup.problem)},
            {"seed", setup.seed},
            {"cold", setup.cold},
            {"options", setup.options},
            {"reference_fault", setup.reference_fault}};
}

BenchSetup setup_from(const Message& message) {
    const Kernel kernel{.name = message.at("name"),
                        .routine = message.at("routine"),
                        .source = message.at("source"),
                        .space = message.at("space")};
    Space space = read_space(kernel.space, message.at("file").get<std::string>());
    space.source_text = kernel.source;
    return {.device = device_from(message.at("device")),
            .kernel = kernel,
            .space = std::move(space),
            .problem = problem_from(message.at("problem")),
            .seed = CheckedInt(message.at("seed")),
            .cold = message.at("cold"),
            .options = message.at("options"),
            .reference_fault = message.at("reference_fault")};
}

Message to_message(const Plan& plan) {
    Message values = Message::array();
    for (const auto& [name, value] : plan.values) values.push_back({name, value_message(value)});
    Message built_with = Message::object();
    for (const auto& [name, value] : plan.built_with) built_with[name] = value_message(value);
    return {{"config", plan.config},
            {"values", values},
            {"built_with", built_with},
            {"prepare", launches_message(plan.prepare)},
            {"launches", launches_message(plan.launches)}};
}

Plan plan_from(const Message& message) {
    Plan plan;
    plan.config = checked_ints<Config::value_type>(message.at("config"));
    for (const Message& value : message.at("values"))
        plan.values.emplace_back(value.at(0).get<std::string>(), value_from(value.at(1)));
    for (const auto& [name, value] : message.at("built_with").items())
        plan.built_with.emplace(name, value_from(value));
    plan.prepare = launches_from(message.at("prepare"));
    plan.launches = launches_from(message.at("launches"));
    return plan;
}

Message to_message(const BuildResult& result) {
    Message built = Message::array();
    for (const KernelBuildInfo& one : result.built) built.push_back(build_info_message(one));
    return {{"outcome", word(result.outcome)},
            {"message", result.message},
            {"milliseconds", result.milliseconds},
            {"built", built},
            {"at_fault", word(result.at_fault)}};
}

BuildResult build_result_from(const Message& message) {
    BuildResult result{.outcome = outcome_from(message.at("outcome")),
                       .message = message.at("message"),
                       .milliseconds = amount_from(message.at("milliseconds")),
                       .built = {}};
    for (const Message& one : message.at("built")) result.built.push_back(build_info_from(one));
    result.at_fault = at_fault_from(message);
    return result;
}

Message to_message(const RunResult& result) {
    return {{"outcome", word(result.outcome)},
            {"message", result.message},
            {"samples", result.samples},
            {"error", result.error},
            {"wrong_elements", result.wrong_elements},
            {"location", result.location},
            {"nondeterministic", result.nondeterministic},
            {"stop", static_cast<int>(result.stop)},
            {"device_lost", result.device_lost},
            {"at_fault", word(result.at_fault)}};
}

RunResult run_result_from(const Message& message) {
    // An error that is not a number, for example from a NaN in the output, is sent as null.
    const Message& error = message.at("error");
    RunResult result;
    result.outcome = outcome_from(message.at("outcome"));
    result.message = message.at("message");
    result.samples = samples_from(message.at("samples"));
    result.error = error.is_null() ? 0 : amount_from(error);
    result.wrong_elements = count_from(message.at("wrong_elements"));
    result.location = message.at("location");
    result.nondeterministic = message.at("nondeterministic");
    result.stop = stop_from(message.at("stop"));
    result.device_lost = message.at("device_lost");
    result.at_fault = at_fault_from(message);
    return result;
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
            .samples = checked_ints<std::int64_t>(message.at("samples")),
            .tool = message.at("tool"),
            .at = 0,
            .message = message.at("message")};
}

Message to_message(const SamplingLimits& limits) {
    return {{"min_samples", limits.min_samples},
            {"max_samples", limits.max_samples},
            {"min_ns", limits.min_ns},
            {"max_ns", limits.max_ns},
            {"target_spread", limits.target_spread},
            {"no_improvement_samples", limits.no_improvement_samples},
            {"incumbent_ns", limits.incumbent_ns},
            {"clearly_slower_factor", limits.clearly_slower_factor},
            {"clearly_slower_ns", limits.clearly_slower_ns},
            {"slower_factor", limits.slower_factor}};
}

SamplingLimits sampling_limits_from(const Message& message) {
    return {.min_samples = CheckedInt(message.at("min_samples")),
            .max_samples = CheckedInt(message.at("max_samples")),
            .min_ns = message.at("min_ns"),
            .max_ns = message.at("max_ns"),
            .target_spread = message.at("target_spread"),
            .no_improvement_samples = CheckedInt(message.at("no_improvement_samples")),
            .incumbent_ns = message.at("incumbent_ns"),
            .clearly_slower_factor = message.at("clearly_slower_factor"),
            .clearly_slower_ns = message.at("clearly_slower_ns"),
            .slower_factor = message.at("slower_factor")};
}

}  // namespace hone
