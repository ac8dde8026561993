// SPDX-License-Identifier: MIT
// All formats are written run by run, so that a large database need not fit into memory.
#include "tuner/exchange/export_results.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <chrono>
#include <ctime>
#include <ostream>
#include <span>

#include "spaces/base/error.hpp"
#include "tuner/exchange/csv.hpp"
#include "tuner/exchange/json_rows.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view t4_begin = R"({"schema_version":"1.0.0","results":[)";
constexpr std::string_view json_begin = R"({"hone":1,"runs":[)";

/// A run with its device, kernel and trials.
struct RunExport {
    const Device& device;
    const Kernel& kernel;
    const Run& run;
    std::vector<Trial> trials;
};

/// T4 has six words for the outcome of a config.
constexpr std::string_view invalidity(Outcome outcome) {
    constexpr std::array<std::string_view, 8> words{"correct", "correctness", "constraints",
                                                    "compile", "runtime",     "timeout",
                                                    "runtime", "runtime"};
    static_assert(words.size() == words_of(Outcome{}).size());
    return words[static_cast<std::size_t>(outcome)];
}

std::string timestamp(std::int64_t ms) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}+00:00",
                       fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

Json milliseconds(const Samples& samples) {
    Json all = Json::array();
    for (const std::int64_t ns : samples) all.push_back(static_cast<double>(ns) / 1e6);
    return all;
}

/// "compilation_time" is the schema's name; Kernel Tuner writes "compilation" and "benchmark".
Json times_of(const Trial& trial) {
    double total = 0;
    for (const std::int64_t ns : trial.samples) total += static_cast<double>(ns) / 1e6;
    return {{"compilation_time", trial.build_ms},
            {"compilation", trial.build_ms},
            {"benchmark", total},
            {"runtimes", milliseconds(trial.samples)},
            {"framework", 0.0},
            {"search_algorithm", 0.0},
            {"validation", 0.0}};
}

Json measurement(const char* name, double value, const char* unit) {
    return {{"name", name}, {"value", value}, {"unit", unit}};
}

Json t4_of(const Trial& trial) {
    Json measurements = Json::array();
    if (trial.time.known()) {
        measurements.push_back(measurement("time", trial.time.median / 1e6, "ms"));
        measurements.push_back(measurement("GFLOP/s", trial.flops / trial.time.median, "GFLOP/s"));
    }
    return {{"timestamp", timestamp(trial.started)},
            {"configuration", Json::parse(trial.config)},
            {"objectives", {"time"}},
            {"times", times_of(trial)},
            {"invalidity", invalidity(trial.outcome)},
            {"correctness", trial.outcome == Outcome::ok ? 1 : 0},
            {"measurements", measurements},
            {"message", trial.message},
            {"run", trial.run}};
}

/// Calls `write` for each run with its trials.
template <class Write>
void for_each_run(Store& store, std::string_view only, Write write) {
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    bool found = only.empty();
    for (const Run& run : store.runs()) {
        if (!only.empty() && run.id != only) continue;
        found = true;
        write(RunExport{devices.at(run.key.device), kernels.at(run.key.kernel), run,
                        store.trials(run.id)});
    }
    if (!found)
        throw Error(Exit::usage, fmt::format("there is no run {}", only),
                    "`hone show` lists the runs");
}

/// Replaces invalid UTF-8, which may be in a driver's message, and escapes everything beyond ASCII:
/// a name then cannot control the terminal or its text direction, and no character is lost.
std::string dump(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void write_t4(Store& store, std::ostream& out, std::string_view only) {
    Json runs = Json::object();
    std::string separator = "\n";
    out << t4_begin;
    for_each_run(store, only, [&](const RunExport& run_export) {
        runs[run_export.run.id] =
            to_json_object(run_export.device, run_export.kernel, run_export.run);
        for (const Trial& trial : run_export.trials) {
            out << separator << dump(t4_of(trial));
            separator = ",\n";
        }
    });
    out << "\n],\"metadata\":" << dump({{"timeunit", "milliseconds"}, {"runs", runs}}) << "}\n";
}

void write_json(Store& store, std::ostream& out, std::string_view only) {
    std::string separator = "\n";
    out << json_begin;
    for_each_run(store, only, [&](const RunExport& run_export) {
        Json run = to_json_object(run_export.device, run_export.kernel, run_export.run);
        run["trials"] = Json::array();
        for (const Trial& trial : run_export.trials) run["trials"].push_back(to_json_object(trial));
        out << separator << dump(run);
        separator = ",\n";
    });
    out << "\n]}\n";
}

std::string number(double value) {
    return fmt::format("{}", value);
}

/// The first line of a file: the names of the columns. Older files call the location "place".
std::string csv_names(const std::string& location = "location") {
    return csv_line({"device",     "driver",     "routine", "kernel",       "precision", "problem",
                     "conditions", "config",     "purpose", "outcome",      "median_ns", "low_ns",
                     "high_ns",    "samples_ns", "gflops",  "checked_with", location,    "message",
                     "source",     "started",    "run",     "at_fault"});
}

void write_csv(Store& store, std::ostream& out, std::string_view only) {
    out << csv_names();
    for_each_run(store, only, [&](const RunExport& run_export) {
        const auto& [device, kernel, run, trials] = run_export;
        const MeasurementKey& s = run.key;
        for (const Trial& t : trials) {
            const bool timed = t.time.known();
            out << csv_line({device.name,
                             device.driver,
                             kernel.routine,
                             kernel.name,
                             s.precision,
                             s.problem,
                             s.conditions,
                             t.config,
                             std::string(word(t.purpose)),
                             std::string(word(t.outcome)),
                             timed ? number(t.time.median) : "",
                             timed ? number(t.time.low) : "",
                             timed ? number(t.time.high) : "",
                             fmt::format("{}", fmt::join(t.samples, " ")),
                             timed ? number(t.flops / t.time.median) : "",
                             t.checked_with,
                             t.location,
                             t.message,
                             std::string(word(run.source)),
                             timestamp(t.started),
                             run.id,
                             std::string(word(t.at_fault))});
        }
    });
}

}  // namespace

OutputFormat output_format(Format format) {
    if (format == Format::csv)
        return {"table of results of hone", {csv_names(), csv_names("place")}};
    if (format == Format::json)
        return {"file of results of hone as JSON", {std::string(json_begin) + '\n'}};
    const std::string begin(t4_begin);
    return {"file of results of hone as T4",
            {begin + "\n{…,\"run\":\"",
             begin + "\n],\"metadata\":{\"timeunit\":\"milliseconds\",\"runs\":{"}};
}

void export_results(Store& store, Format format, std::ostream& out, std::string_view run) {
    constexpr std::array writers{write_t4, write_json, write_csv};
    writers[static_cast<std::size_t>(format)](store, out, run);
}

}  // namespace hone
