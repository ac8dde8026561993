// SPDX-License-Identifier: MIT
// Imports results from files: hone's own exports, T4, Kernel Tuner's caches, CLBlast's tuner files
// and tables of recorded spaces. Each reader returns imported runs; only the readers know the
// formats. Files are data and are never executed. Their results are marked as imported until hone
// has measured them itself.
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

/// Values for fields that the file lacks.
struct ImportDefaults {
    std::string device = "unknown device";
    std::string kernel;  // empty: the file's name without its extension
    std::string routine;
    std::string precision = "f32";
};

/// The result of one import.
struct ImportSummary {
    std::string format;  // the recognized format
    std::int64_t runs = 0;
    std::int64_t trials = 0;
    std::int64_t known = 0;       // runs that the database already had
    std::int64_t peer_times = 0;  // of other libraries, for tuned problems
};

/// Imports a file of any known format into the database, all of it or nothing. Throws a usage Error
/// for an unknown format or contradictory content.
ImportSummary import_results(Store& store, const std::filesystem::path& file,
                             const ImportDefaults& defaults = {});

using ImportedRuns = std::vector<ImportedRun>;

/// Reads a file of any known format without a database.
ImportedRuns read_results(const std::filesystem::path& file, const ImportDefaults& defaults);

/// The file's text, unpacked if it is compressed; throws a usage Error if it cannot be read.
std::string read_content(const std::filesystem::path& file);

// The readers of import_results().
ImportedRuns read_hone(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_t4(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_kernel_tuner(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_clblast(const nlohmann::ordered_json& file, const ImportDefaults& defaults);
ImportedRuns read_csv(std::string_view text, const ImportDefaults& defaults);
ImportedRuns read_table(std::string_view text, const ImportDefaults& defaults);
/// Whether the first line names columns of parameters, then "status" and "time_ms".
bool is_table(std::string_view text);

// What the readers share.

/// A JSON object as settings, in its order: integers, numbers and words. Booleans become 1 or 0;
/// nested values stay JSON text.
std::vector<Setting> settings_of(const nlohmann::ordered_json& object);

/// Converts times in a unit of `nanoseconds` ns to samples; leaves out times that no clock can have
/// measured.
Samples samples_of(const std::vector<double>& times, double nanoseconds);

/// A trial with these times: ok, or a clock failure if none is usable.
Trial timed(std::string config, Samples samples);

/// A failed trial of a file.
Trial failed(std::string config, Outcome outcome, std::string message);

/// The JSON library's error message, without its codes.
std::string json_reason(const std::exception& error);

/// A device with only a name; its type is "other".
Device device_named(std::string name);

}  // namespace hone
