// SPDX-License-Identifier: MIT
// CLBlast's tuner files. All values at the top level are strings. The results have one best time in
// milliseconds for each config that worked.
#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "tuner/exchange/import_results.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

struct Precision {
    std::string_view clblast, hone;
};

constexpr std::array<Precision, 5> precisions{
    {{"16", "f16"}, {"32", "f32"}, {"64", "f64"}, {"3232", "c32"}, {"6464", "c64"}}};

std::string precision_of(const Json& file, const ImportDefaults& defaults) {
    const std::string bits = file.value("precision", std::string());
    for (const Precision& known : precisions)
        if (known.clblast == bits) return std::string(known.hone);
    return defaults.precision;
}

/// The string as a number if it is one as a whole, else as text.
Json number_or_text(const std::string& text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? Json(number) : Json(text);
}

std::string problem_of_tuner(const Json& file) {
    std::vector<Setting> arguments;
    Json named = Json::object();
    for (const auto& [name, value] : file.items())
        if (name.starts_with("arg_"))
            named[name.substr(4)] = number_or_text(value.get<std::string>());
    arguments = settings_of(named);
    std::sort(arguments.begin(), arguments.end());
    return canonical(arguments);
}

Device device_for_rank(const Json& file, const ImportDefaults& defaults) {
    const auto text = [&](const char* key) { return file.value(key, std::string()); };
    Device device = device_named(file.value("clblast_device_name", defaults.device));
    device.vendor = text("clblast_device_vendor");
    device.architecture = text("clblast_device_architecture");
    device.platform = text("platform_vendor");
    device.platform_version = text("platform_version");
    const std::string type = text("clblast_device_type");
    if (type == "GPU" || type == "CPU") device.type = type == "GPU" ? "gpu" : "cpu";
    const Json units = number_or_text(text("device_compute_units"));
    const Json clock = number_or_text(text("device_core_clock"));
    if (units.is_number()) device.compute_units = std::max<std::int64_t>(0, units);
    if (clock.is_number()) device.clock_mhz = std::max<std::int64_t>(0, clock);
    return device;
}

ImportedRun& imported_run_of(ImportedRuns& all, const std::string& kernel,
                             const ImportedRun& like) {
    for (ImportedRun& known : all)
        if (known.kernel.name == kernel) return known;
    all.push_back(like);
    all.back().kernel.name = kernel;
    return all.back();
}

}  // namespace

ImportedRuns read_clblast(const Json& file, const ImportDefaults& defaults) {
    ImportedRun like;
    like.device = device_for_rank(file, defaults);
    like.kernel.routine = file.value("kernel_family", defaults.routine);
    like.run.key.precision = precision_of(file, defaults);
    like.run.key.problem = problem_of_tuner(file);
    like.run.clock = TimedBy::host;
    like.run.tool = "CLBlast tuner";
    ImportedRuns all;
    for (const Json& result : file.at("results")) {
        ImportedRun& imported = imported_run_of(all, result.value("kernel", defaults.kernel), like);
        imported.trials.push_back(timed(canonical(settings_of(result.at("parameters"))),
                                        samples_of({result.at("time").get<double>()}, 1e6)));
    }
    return all;
}

}  // namespace hone
