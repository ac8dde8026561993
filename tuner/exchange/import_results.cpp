// SPDX-License-Identifier: MIT
// Choosing the reader by what is in the file, and putting what it made into the store.
#include "tuner/exchange/import_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/json_depth.hpp"
#include "tuner/exchange/gunzip.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

// What a file of results may hold: enough for millions of trials, and no more than fits into memory
// when it is made a tree.
constexpr std::uintmax_t largest_file = 256U << 20U;
constexpr std::ptrdiff_t most_values = 16'000'000;
constexpr std::size_t deepest = 32;

struct Reader {
    std::string_view format;
    std::string_view mark;  // a key that only this format has at its top
    Recordings (*read)(const Json& file, const Unsaid& unsaid);
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
        "known are hone's CSV and JSON, T4, Kernel Tuner's caches and CLBlast's tuner files");
}

std::string content_of(const std::filesystem::path& file) {
    std::error_code error;
    if (const auto size = std::filesystem::file_size(file, error); !error && size > largest_file)
        refuse(file, "is larger than 256 MiB");
    std::ifstream in(file, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) refuse(file, "cannot be read");
    return is_gzip(content) ? gunzip(content, largest_file) : content;
}

/// Kernel Tuner closes the braces of its cache only when it is done: they may be missing.
std::optional<Json> parse(const std::string& content) {
    Json whole = Json::parse(content, nullptr, false);
    if (!whole.is_discarded()) return whole;
    std::string closed = content.substr(0, content.find_last_not_of(" \t\r\n,") + 1) + "}}";
    whole = Json::parse(closed, nullptr, false);
    if (whole.is_discarded()) return std::nullopt;
    return whole;
}

Recordings read(const std::filesystem::path& file, const std::string& content, const Unsaid& unsaid,
                std::string& format) try {
    if (content.starts_with("device,")) {
        format = "hone's CSV";
        return read_csv(content, unsaid);
    }
    if (nests_deeper(content, deepest)) refuse(file, fmt::format("nests deeper than {}", deepest));
    if (std::ranges::count(content, ',') > most_values)
        refuse(file, fmt::format("has more than {} values", most_values));
    const std::optional<Json> json = parse(content);
    if (!json) refuse(file, "is neither JSON nor hone's CSV");
    for (const Reader& reader : readers) {
        if (!json->is_object() || !json->contains(reader.mark)) continue;
        format = reader.format;
        return reader.read(*json, unsaid);
    }
    refuse(file, "is no file of results that hone knows");
} catch (const nlohmann::json::exception& error) {
    refuse(file, std::string("is not as such files are: ") + error.what());
} catch (const StoreError& error) {
    refuse(file, error.what());
}

std::vector<std::string> names_in(const std::string& config) {
    std::vector<std::string> names;
    for (const Setting& setting : settings_of(std::string_view(config)))
        names.push_back(setting.first);
    return names;
}

// A space has the same parameters in each of its configs, and what reads a database counts on it.
void check_parameters(const std::filesystem::path& file, const std::vector<Trial>& trials) {
    for (const Trial& trial : trials)
        if (names_in(trial.config) != names_in(trials.front().config))
            throw Error(Exit::usage,
                        fmt::format("{}: its configs differ in their parameters: {} and {}",
                                    file.string(), trials.front().config, trial.config),
                        "import the results of one space from a file of their own");
}

void add(Store& store, Recording& recording, Imported& imported) {
    // Where nobody says which routine a kernel computes, it is one of its own.
    if (recording.kernel.routine.empty()) recording.kernel.routine = recording.kernel.name;
    Run& run = recording.run;
    run.key.device = store.add(recording.device);
    run.key.kernel = store.add(recording.kernel);
    run = store.start(run);
    if (!store.trials(run.id).empty()) {
        ++imported.known;
        return;
    }
    ++imported.runs;
    for (Trial& trial : recording.trials) {
        trial.run = run.id;
        store.add(trial);
        ++imported.trials;
    }
}

}  // namespace

std::string read_content(const std::filesystem::path& file) {
    return content_of(file);
}

Recordings read_results(const std::filesystem::path& file, const Unsaid& unsaid) {
    std::string format;
    return read(file, content_of(file), unsaid, format);
}

Imported import_results(Store& store, const std::filesystem::path& file, const Unsaid& unsaid) try {
    const std::string content = content_of(file);
    Unsaid assumed = unsaid;
    if (assumed.kernel.empty()) assumed.kernel = file.stem().string();
    Imported imported;
    Recordings recordings = read(file, content, assumed, imported.format);
    for (const Recording& recording : recordings) check_parameters(file, recording.trials);
    store.in_transaction([&] {
        std::int64_t part = 0;
        for (Recording& recording : recordings) {
            // The same content under another name is the same import.
            recording.run.options = canonical({{"file", sha256(content)}, {"part", part++}});
            recording.run.source = Source::import;
            recording.run.origin = file.string();
            recording.run.state = State::finished;
            recording.run.ended = now_ms();
            add(store, recording, imported);
        }
    });
    return imported;
} catch (const StoreError& error) {
    throw StoreError(file.string() + ": " + error.what(), error.hint());
}

std::vector<Setting> settings_of(const Json& object) {
    std::vector<Setting> settings;
    for (const auto& [name, value] : object.items()) {
        if (value.is_boolean())
            settings.emplace_back(name, std::int64_t{value.get<bool>()});
        else if (value.is_number_integer())
            settings.emplace_back(name, value.get<std::int64_t>());
        else if (value.is_number())
            settings.emplace_back(name, value.get<double>());
        else
            settings.emplace_back(name,
                                  value.is_string() ? value.get<std::string>() : value.dump());
    }
    return settings;
}

Samples samples_of(const std::vector<double>& times, double nanoseconds) {
    constexpr double longest = 9e18;
    Samples samples;
    for (const double time : times)
        if (const double ns = std::round(time * nanoseconds); ns >= 1 && ns < longest)
            samples.push_back(static_cast<std::int64_t>(ns));
    return samples;
}

Trial timed(std::string config, Samples samples) {
    Trial trial;
    trial.config = std::move(config);
    trial.samples = std::move(samples);
    if (!trial.samples.empty()) return trial;
    trial.outcome = Outcome::clock;
    trial.message = "the file has no time above zero";
    return trial;
}

Trial failed(std::string config, Outcome outcome, std::string message) {
    Trial trial;
    trial.config = std::move(config);
    trial.outcome = outcome;
    trial.message = std::move(message);
    if (outcome == Outcome::wrong) {
        trial.location = "the file does not say where";
        trial.checked_with = "the file's own tool";
    }
    return trial;
}

Device device_named(std::string name) {
    Device device;
    device.name = std::move(name);
    device.type = "other";
    return device;
}

}  // namespace hone
