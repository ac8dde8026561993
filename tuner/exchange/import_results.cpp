// SPDX-License-Identifier: MIT
// Selects the reader by the content of the file and stores the runs that it returns.
#include "tuner/exchange/import_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/store/kernel_origin.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/input_file.hpp"
#include "spaces/base/json_depth.hpp"
#include "spaces/base/json_integer.hpp"
#include "tuner/exchange/gunzip.hpp"
#include "tuner/exchange/import_peers.hpp"
#include "tuner/exchange/nanoseconds.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

// Limits of a results file: enough for millions of trials, small enough to parse in memory.
constexpr std::size_t max_file_bytes = 256U << 20U;
constexpr std::ptrdiff_t max_values = 16'000'000;
constexpr std::size_t max_depth = 32;

struct Reader {
    std::string_view format;
    std::string_view mark;  // a top-level key that only this format has
    ImportedRuns (*read)(const Json& file, const ImportDefaults& defaults);
};

constexpr Reader readers[] = {
    {"hone's JSON", "hone", read_hone},
    {"a Kernel Tuner cache", "cache", read_kernel_tuner},
    {"a CLBlast tuner file", "kernel_family", read_clblast},
    {"T4", "results", read_t4},
};

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
    throw Error(
        Exit::usage, file.string() + ": " + why,
        "known formats: hone's CSV and JSON, T4, Kernel Tuner's cache, CLBlast's tuner file, "
        "CSV with the columns status and time_ms, times of libraries");
}

std::string content_of(const std::filesystem::path& file) {
    auto content = read_input(file, max_file_bytes);
    if (!content) refuse(file, "cannot be read");
    if (content->size() > max_file_bytes) refuse(file, "is larger than 256 MiB");
    return is_gzip(*content) ? gunzip(*content, max_file_bytes) : *std::move(content);
}

/// Parses the file. Kernel Tuner writes the closing braces of its cache only at the end, so they
/// may be missing.
Json parse(const std::filesystem::path& file, const std::string& content) try {
    Json whole = Json::parse(content, nullptr, false);
    if (!whole.is_discarded()) return whole;
    const std::string closed = content.substr(0, content.find_last_not_of(" \t\r\n,") + 1) + "}}";
    whole = Json::parse(closed, nullptr, false);
    return whole.is_discarded() ? Json::parse(content) : whole;
} catch (const Json::parse_error& error) {
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    if (first == content.npos || (content[first] != '{' && content[first] != '['))
        refuse(file, "is neither JSON nor hone's CSV");
    refuse(file, "is malformed: " + json_reason(error));
}

ImportedRuns read(const std::filesystem::path& file, const std::string& content,
                  const ImportDefaults& defaults, std::string& format) try {
    if (content.starts_with("device,")) {
        format = "hone's CSV";
        return read_csv(content, defaults);
    }
    if (is_table(content)) {
        format = "a table of a recorded space";
        return read_table(content, defaults);
    }
    if (nests_deeper(content, max_depth))
        refuse(file, fmt::format("is nested more than {} levels deep", max_depth));
    if (std::ranges::count(content, ',') > max_values)
        refuse(file, fmt::format("has more than {} values", max_values));
    const Json json = parse(file, content);
    for (const Reader& reader : readers) {
        if (!json.is_object() || !json.contains(reader.mark)) continue;
        format = reader.format;
        return reader.read(json, defaults);
    }
    refuse(file, "is not in a known format");
} catch (const nlohmann::json::exception& error) {
    refuse(file, "is malformed: " + json_reason(error));
} catch (const StoreError& error) {
    refuse(file, error.what());
} catch (const Error& error) {
    if (std::string_view(error.what()).starts_with(file.string())) throw;
    throw Error(error.exit(), file.string() + ": " + error.what(), error.hint());
}

std::vector<std::string> names_in(const std::string& config) {
    std::vector<std::string> names;
    for (const Setting& setting : settings_of(std::string_view(config)))
        names.push_back(setting.first);
    return names;
}

// All configs of a space have the same parameters; readers of the database rely on it.
void check_parameters(const std::filesystem::path& file, const std::vector<Trial>& trials) {
    for (const Trial& trial : trials)
        if (names_in(trial.config) != names_in(trials.front().config))
            throw Error(Exit::usage,
                        fmt::format("{}: its configs have different parameters: {} and {}",
                                    file.string(), trials.front().config, trial.config),
                        "import the results of each space from its own file");
}

void add(Store& store, ImportedRun& imported, ImportSummary& summary) {
    // A kernel without a routine gets its name as the routine.
    if (imported.kernel.routine.empty()) imported.kernel.routine = imported.kernel.name;
    Run& run = imported.run;
    run.key.device = store.add(imported.device);
    run.key.kernel = add_from(store, imported.kernel, run.origin);
    run = store.start(run);
    if (!store.trials(run.id).empty()) {
        ++summary.known;
        return;
    }
    ++summary.runs;
    for (Trial& trial : imported.trials) {
        trial.run = run.id;
        store.add(trial);
        ++summary.trials;
    }
}

}  // namespace

std::string read_content(const std::filesystem::path& file) {
    return content_of(file);
}

ImportedRuns read_results(const std::filesystem::path& file, const ImportDefaults& defaults) {
    std::string format;
    return read(file, content_of(file), defaults, format);
}

ImportSummary import_results(Store& store, const std::filesystem::path& file,
                             const ImportDefaults& defaults) try {
    const std::string content = content_of(file);
    if (is_peers(content)) {
        const PeerSummary peers = import_peers(store, file, content);
        return {.format = "times of libraries", .peer_times = peers.added};
    }
    ImportDefaults assumed = defaults;
    if (assumed.kernel.empty()) assumed.kernel = file.stem().string();
    ImportSummary summary;
    ImportedRuns imported_runs = read(file, content, assumed, summary.format);
    for (const ImportedRun& imported : imported_runs) check_parameters(file, imported.trials);
    const std::string hash = sha256(content);
    store.in_transaction([&] {
        std::int64_t part = 0;
        for (ImportedRun& imported : imported_runs) {
            // The same content under another file name is the same import.
            imported.run.options = canonical({{"file", hash}, {"part", part++}});
            imported.run.source = Source::import;
            imported.run.origin = file.string();
            imported.run.state = State::finished;
            imported.run.ended = now_ms();
            add(store, imported, summary);
        }
    });
    return summary;
} catch (const StoreError& error) {
    throw StoreError(file.string() + ": " + error.what(), error.hint());
}

std::vector<Setting> settings_of(const Json& object) {
    std::vector<Setting> settings;
    for (const auto& [name, value] : object.items()) {
        if (value.is_boolean())
            settings.emplace_back(name, std::int64_t{value.get<bool>()});
        else if (value.is_number_integer())
            settings.emplace_back(name, std::int64_t{CheckedInt(value)});
        else if (value.is_number())
            settings.emplace_back(name, value.get<double>());
        else
            settings.emplace_back(name,
                                  value.is_string() ? value.get<std::string>() : value.dump());
    }
    return settings;
}

Samples samples_of(const std::vector<double>& times, double nanoseconds) {
    Samples samples;
    for (const double time : times)
        if (const auto ns = rounded_nanoseconds(time * nanoseconds); ns && *ns > 0)
            samples.push_back(*ns);
    return samples;
}

Trial timed(std::string config, Samples samples) {
    Trial trial;
    trial.config = std::move(config);
    trial.samples = std::move(samples);
    if (!trial.samples.empty()) return trial;
    trial.outcome = Outcome::clock;
    trial.message = "the file has no positive time";
    return trial;
}

Trial failed(std::string config, Outcome outcome, std::string message) {
    Trial trial;
    trial.config = std::move(config);
    trial.outcome = outcome;
    trial.message = std::move(message);
    if (outcome == Outcome::wrong) {
        trial.location = "not in the file";
        trial.checked_with = "the file's own tool";
    }
    return trial;
}

std::string json_reason(const std::exception& error) {
    const std::string_view what = error.what();
    const std::size_t code = what.find("] ");
    return std::string(code == what.npos ? what : what.substr(code + 2));
}

Device device_named(std::string name) {
    Device device;
    device.name = std::move(name);
    device.type = "other";
    return device;
}

}  // namespace hone
