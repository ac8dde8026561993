// SPDX-License-Identifier: MIT
// Imports results from files: hone's own exports, T4, Kernel Tuner's caches, CLBlast's tuner files,
// tables of recorded spaces. Each reader returns imported runs, and nothing else knows the formats. Files are data: they are
// never executed, and their results are marked as imported until hone has measured them itself.
#pragma once

#include <exception>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/canonical_json.hpp"
#include "db/model/device.hpp"
#include "db/model/kernel.hpp"
#include "db/store/store.hpp"

namespace hone {

/// One run of a file.
struct ImportedRun {
    Device device;
    Kernel kernel;
    Run run;
    std::vector<Trial> trials;
};

/// Defaults for what a file does not say.
struct ImportDefaults {
    std::string device = "unknown device";
    std::string kernel;  // empty: the file's name without its extension
    std::string routine;
    std::string precision = "f32";
};

/// A summary of one import.
struct ImportSummary {
    std::string format;  // the format that was recognized
    std::int64_t runs = 0;
    std::int64_t trials = 0;
    std::int64_t known = 0;       // runs that the database had already
    std::int64_t peer_times = 0;  // of other libraries, for problems that were tuned
};

/// Imports a file of any known format into the database, all or nothing. Throws a usage Error for
/// an unknown format or contradicting content.
ImportSummary import_results(Store& store, const std::filesystem::path& file,
                             const ImportDefaults& defaults = {});

using ImportedRuns = std::vector<ImportedRun>;

/// Reads a file of any known format without a database.
ImportedRuns read_results(const std::filesystem::path& file, const ImportDefaults& defaults);

/// The file's text, unpacked where it is compressed; a usage Error where it cannot be read.
std::string read_content(const std::filesystem::path& file);

// The readers of import_results().
ImportedRuns read_hone(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_t4(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_kernel_tuner(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_clblast(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_csv(std::string_view text, const ImportDefaults& defaults);
ImportedRuns read_table(std::string_view text, const ImportDefaults& defaults);
/// Whether its first line names columns of parameters, then "status" and "time_ms".
bool is_table(std::string_view text);

// What the readers share.

/// A JSON object as settings in its order: whole numbers, numbers, words; booleans are 1 or 0, and
/// nested values stay JSON text.
std::vector<Setting> settings_of(const nlohmann::ordered_json& object);

/// Times in a unit of so many nanoseconds as samples; times that no clock can have measured are
/// left out.
Samples samples_of(const std::vector<double>& times, double nanoseconds);

/// A trial with these times: ok, or a clock failure where none is usable.
Trial timed(std::string config, Samples samples);

/// A failed trial of a file.
Trial failed(std::string config, Outcome outcome, std::string message);

/// What the JSON library says is wrong, without its codes.
std::string json_reason(const std::exception& error);

/// A device of which only the name is known: its type is "other".
Device device_named(std::string name);

}  // namespace hone
