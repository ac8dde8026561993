// SPDX-License-Identifier: MIT
// Kernel Tuner's cache is one object. Its "cache" has an entry for each config, with times in
// milliseconds or with the name of an error in place of the time.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "spaces/base/error.hpp"
#include "tuner/exchange/import_results.hpp"
#include "tuner/exchange/json_rows.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

struct Failure {
    std::string_view name;
    Outcome outcome;
};

constexpr std::array<Failure, 3> failures{{{"InvalidConfig", Outcome::rejected},
                                           {"CompilationFailedConfig", Outcome::build},
                                           {"RuntimeFailedConfig", Outcome::launch}}};

// Older versions wrote this value as the time of a failed config.
constexpr double failed_time = 1e20;

std::string problem_of_cache(const Json& file) {
    const Json size = file.value("problem_size", Json());
    if (size.is_null()) return "{}";
    if (!size.is_array()) return canonical(settings_of({{"size", size}}));
    Json named = Json::object();
    for (std::size_t i = 0; i < size.size() && i < 3; ++i)
        named[std::string(1, "xyz"[i])] = size[i];
    return canonical(settings_of(named));
}

/// A value that the file does not declare belongs to another space or is an error: throws.
void check_declared(const std::string& name, const Json& value, const Json& file) {
    if (!file.contains("tune_params")) return;
    const Json& declared = file["tune_params"];
    const auto values = declared.find(name);
    if (values == declared.end() || !values->is_array()) return;
    const Setting chosen = settings_of({{name, value}}).front();
    for (const Json& each : *values)
        if (each == value || settings_of({{name, each}}).front() == chosen) return;
    throw Error(Exit::usage, fmt::format("'{}' is {}, which is not among its tune_params {}", name,
                                         value.dump(), values->dump()));
}

std::string config_of(const Json& file, const Json& entry) {
    Json chosen = Json::object();
    for (const auto& each : file.at("tune_params_keys")) {
        const auto name = each.get<std::string>();
        chosen[name] = entry.at(name);
        check_declared(name, chosen[name], file);
    }
    return canonical(settings_of(chosen));
}

Outcome outcome_of_error(const std::string& error) {
    for (const Failure& failure : failures)
        if (error.find(failure.name) != std::string::npos) return failure.outcome;
    return Outcome::launch;
}

/// The time or the name of an error. Checks the objective, since another one, such as GFLOP/s,
/// would be misread as a time.
const Json& time_of(const Json& entry, const std::string& objective) {
    if (entry.contains("__error__")) return entry["__error__"];
    if (entry.contains("time") || objective == "time") return entry.at("time");
    throw Error(Exit::usage,
                "its objective is '" + objective + "', and it has no 'time' of its configs",
                "hone reads times in milliseconds");
}

Trial trial_of(const Json& file, const Json& entry, const std::string& objective) {
    const std::string config = config_of(file, entry);
    const Json& time = time_of(entry, objective);
    if (time.is_string()) {
        const auto error = time.get<std::string>();
        return failed(config, outcome_of_error(error), "Kernel Tuner says " + error);
    }
    if (time.get<double>() >= failed_time)
        return failed(config, Outcome::launch, "Kernel Tuner says that it failed");
    std::vector<double> times{time.get<double>()};
    if (entry.contains("times")) times = entry["times"].get<std::vector<double>>();
    Trial trial = timed(config, samples_of(times, 1e6));
    trial.build_ms = entry.value("compile_time", 0.0);
    return trial;
}

}  // namespace

ImportedRuns read_kernel_tuner(const Json& file, const ImportDefaults& defaults) {
    ImportedRun imported;
    imported.device = device_named(file.value("device_name", defaults.device));
    imported.kernel.name = file.value("kernel_name", defaults.kernel);
    imported.kernel.routine = defaults.routine;
    imported.run.key.precision = defaults.precision;
    imported.run.key.problem = problem_of_cache(file);
    imported.run.tool = "Kernel Tuner";
    const std::string objective = file.value("objective", std::string("time"));
    for (const auto& each : file.at("cache").items())
        imported.trials.push_back(read_entry("config '" + each.key() + "'", [&] {
            return trial_of(file, each.value(), objective);
        }));
    return {imported};
}

}  // namespace hone
