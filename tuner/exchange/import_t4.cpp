// SPDX-License-Identifier: MIT
// T4, the autotuning community's format of results. It has no fields for device, kernel and
// problem; hone's exports have them in "metadata", for others the defaults apply.
#include <array>
#include <map>
#include <nlohmann/json.hpp>

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

constexpr std::array<Unit, 4> units{
    {{"nanoseconds", 1}, {"microseconds", 1e3}, {"milliseconds", 1e6}, {"seconds", 1e9}}};

double unit_of(const Json& metadata) {
    const std::string name = metadata.value("timeunit", std::string("milliseconds"));
    for (const Unit& unit : units)
        if (unit.name == name) return unit.nanoseconds;
    return 1e6;
}

Outcome outcome_of_invalidity(const std::string& invalidity) {
    for (const Invalidity& known : invalidities)
        if (known.name == invalidity) return known.outcome;
    return Outcome::launch;
}

/// The times that are numbers; some writers put the name of an error among them.
std::vector<double> numbers(const Json& list) {
    std::vector<double> all;
    for (const Json& entry : list)
        if (entry.is_number()) all.push_back(entry.get<double>());
    return all;
}

/// The run times; where there are none, the measurement of the first objective.
std::vector<double> times_of(const Json& result) {
    std::vector<double> times = numbers(result.at("times").value("runtimes", Json::array()));
    if (!times.empty() || !result.contains("measurements")) return times;
    const Json objectives = result.value("objectives", Json::array({"time"}));
    for (const Json& measurement : result["measurements"])
        if (!objectives.empty() && measurement.at("name") == objectives[0])
            return numbers(Json::array({measurement.at("value")}));
    return times;
}

Trial trial_of(const Json& result, double unit) {
    const std::string config = canonical(settings_of(result.at("configuration")));
    const Outcome outcome =
        outcome_of_invalidity(result.value("invalidity", std::string("correct")));
    if (outcome != Outcome::ok)
        return failed(config, outcome,
                      result.value("message", "the file says " + std::string(word(outcome))));
    Trial trial = timed(config, samples_of(times_of(result), unit));
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
    for (const Json& result : file.at("results")) {
        const std::string run = result.value("run", std::string());
        auto found = by_run.find(run);
        if (found == by_run.end())
            found = by_run.emplace(run, imported_run_of(metadata, run, defaults)).first;
        found->second.trials.push_back(trial_of(result, unit_of(metadata)));
    }
    ImportedRuns all;
    for (auto& [run, imported] : by_run) all.push_back(std::move(imported));
    return all;
}

}  // namespace hone
