// SPDX-License-Identifier: MIT
// T4, the autotuning community's format of results. It has no fields for device, kernel and
// problem. hone's exports store them in "metadata"; for other files the defaults apply.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "spaces/base/error.hpp"
#include "tuner/exchange/import_results.hpp"
#include "tuner/exchange/json_rows.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

struct Invalidity {
    std::string_view name;
    Outcome outcome;
};

constexpr std::array<Invalidity, 6> invalidities{{{"correct", Outcome::ok},
                                                  {"timeout", Outcome::timeout},
                                                  {"compile", Outcome::build},
                                                  {"runtime", Outcome::launch},
                                                  {"correctness", Outcome::wrong},
                                                  {"constraints", Outcome::rejected}}};

struct Unit {
    std::string_view name;
    double nanoseconds;
};

constexpr std::array units{Unit{"nanoseconds", 1}, Unit{"ns", 1},        Unit{"microseconds", 1e3},
                           Unit{"us", 1e3},        Unit{"\u00b5s", 1e3}, Unit{"milliseconds", 1e6},
                           Unit{"ms", 1e6},        Unit{"seconds", 1e9}, Unit{"s", 1e9},
                           Unit{"sec", 1e9}};

/// The unit in nanoseconds. Throws if it is not a unit of time, since its values would be misread
/// as times.
double unit_named(const std::string& name) {
    const auto* const unit = std::ranges::find(units, name, &Unit::name);
    if (unit != units.end()) return unit->nanoseconds;
    throw Error(Exit::usage, "its times are in '" + name + "', which is not a unit of time",
                "hone reads ns, us, ms and s");
}

double unit_of(const Json& metadata) {
    return unit_named(metadata.value("timeunit", std::string("milliseconds")));
}

std::optional<Outcome> outcome_of_invalidity(const std::string& invalidity) {
    for (const Invalidity& known : invalidities)
        if (known.name == invalidity) return known.outcome;
    return std::nullopt;
}

/// The numeric times; some writers mix in the names of errors.
std::vector<double> numbers(const Json& list) {
    std::vector<double> all;
    for (const Json& entry : list)
        if (entry.is_number()) all.push_back(entry.get<double>());
    return all;
}

/// The value of the first objective in nanoseconds; empty if it is not a number.
std::vector<double> objective_of(const Json& result, double unit) {
    const Json objectives = result.value("objectives", Json::array({"time"}));
    if (!result.contains("measurements") || objectives.empty()) return {};
    for (const Json& measurement : result["measurements"]) {
        if (measurement.at("name") != objectives[0]) continue;
        const std::vector<double> value = numbers(Json::array({measurement.at("value")}));
        if (value.empty()) return {};
        const bool says_unit = measurement.contains("unit");
        const double own = says_unit ? unit_named(measurement["unit"].get<std::string>()) : unit;
        return {value[0] * own};
    }
    return {};
}

/// The run times in nanoseconds; without them, the value of the first objective.
std::vector<double> times_of(const Json& result, double unit) {
    std::vector<double> times = numbers(result.at("times").value("runtimes", Json::array()));
    for (double& time : times) time *= unit;
    return times.empty() ? objective_of(result, unit) : times;
}

Trial trial_of(const Json& result, double unit) {
    const std::string config = canonical(settings_of(result.at("configuration")));
    const std::string invalidity = result.value("invalidity", std::string("correct"));
    const std::optional<Outcome> outcome = outcome_of_invalidity(invalidity);
    // An unknown word counts as a failed launch. But a result with a time may be a success, so that
    // is an error.
    if (!outcome && !samples_of(times_of(result, unit), 1).empty())
        throw Error(Exit::usage,
                    "the invalidity '" + invalidity + "' is unknown, and the result has a time",
                    "known are correct, timeout, compile, runtime, correctness and constraints");
    if (!outcome)
        return failed(config, Outcome::launch,
                      result.value("message", "the file says " + invalidity));
    if (*outcome != Outcome::ok)
        return failed(config, *outcome,
                      result.value("message", "the file says " + std::string(word(*outcome))));
    Trial trial = timed(config, samples_of(times_of(result, unit), 1));
    const Json& times = result["times"];
    trial.build_ms = times.value("compilation_time", times.value("compilation", 0.0)) * unit / 1e6;
    return trial;
}

ImportedRun imported_run_of(const Json& metadata, const std::string& run,
                            const ImportDefaults& defaults) {
    if (metadata.contains("runs") && metadata["runs"].contains(run))
        return imported_run_from(metadata["runs"][run]);
    ImportedRun imported;
    imported.device = device_named(defaults.device);
    imported.kernel.name = defaults.kernel;
    imported.kernel.routine = defaults.routine;
    imported.run.key.precision = defaults.precision;
    imported.run.tool = "T4";
    imported.run.clock = TimedBy::unknown;
    return imported;
}

}  // namespace

ImportedRuns read_t4(const Json& file, const ImportDefaults& defaults) {
    const Json metadata = file.value("metadata", Json::object());
    std::map<std::string, ImportedRun> by_run;
    std::size_t number = 0;
    for (const Json& result : file.at("results")) {
        const std::string run = result.value("run", std::string());
        auto found = by_run.find(run);
        if (found == by_run.end())
            found = by_run.emplace(run, imported_run_of(metadata, run, defaults)).first;
        const std::string place = fmt::format("result {}", ++number);
        found->second.trials.push_back(
            read_entry(place, [&] { return trial_of(result, unit_of(metadata)); }));
    }
    ImportedRuns all;
    for (auto& [run, imported] : by_run) all.push_back(std::move(imported));
    return all;
}

}  // namespace hone
