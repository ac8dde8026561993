// SPDX-License-Identifier: MIT
// Results that come in a file: hone's own exports, T4, Kernel Tuner's caches, CLBlast's tuner
// files. Each reader makes recordings of it, and nothing else knows the formats. They are data and
// are never executed or trusted: what comes in is marked as imported until hone has measured it
// itself.
#pragma once

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

/// One run as a file tells it.
struct Recording {
    Device device;
    Kernel kernel;
    Run run;
    std::vector<Trial> trials;
};

/// What to assume where a file does not say.
struct Unsaid {
    std::string device = "unknown device";
    std::string kernel;  // the file's name without its ending where this is empty
    std::string routine;
    std::string precision = "f32";
};

/// What an import has brought.
struct Imported {
    std::string format;  // what the file was taken for
    std::int64_t runs = 0;
    std::int64_t trials = 0;
    std::int64_t known = 0;  // runs that were there already
};

/// Reads a file of any known format into the database, wholly or not at all. Throws a usage Error
/// for a file that is none of them or contradicts itself.
Imported import_results(Store& store, const std::filesystem::path& file, const Unsaid& unsaid = {});

using Recordings = std::vector<Recording>;

/// What a file of any known format tells, without any database.
Recordings read_results(const std::filesystem::path& file, const Unsaid& unsaid);

/// The file's text, unpacked where it is compressed; a usage Error where it cannot be read.
std::string read_content(const std::filesystem::path& file);

// The readers, for import_results() to choose from.
Recordings read_hone(const nlohmann::ordered_json& file, const Unsaid& unsaid);
Recordings read_t4(const nlohmann::ordered_json& file, const Unsaid& unsaid);
Recordings read_kernel_tuner(const nlohmann::ordered_json& file, const Unsaid& unsaid);
Recordings read_clblast(const nlohmann::ordered_json& file, const Unsaid& unsaid);
Recordings read_csv(std::string_view text, const Unsaid& unsaid);

// What the readers share.

/// A JSON object as settings in its order: whole numbers, numbers, words; truth is 1 or 0, and what
/// is nested stays JSON in a word.
std::vector<Setting> settings_of(const nlohmann::ordered_json& object);

/// Times in a unit of so many nanoseconds as samples; those that no clock can have said are left
/// out.
Samples samples_of(const std::vector<double>& times, double nanoseconds);

/// A trial with these times: ok, or a failure of the clock where none of them can be.
Trial timed(std::string config, Samples samples);

/// A trial that failed, as a file tells it.
Trial failed(std::string config, Outcome outcome, std::string message);

/// What a file calls its device: type "other", since nothing more is known.
Device device_named(std::string name);

}  // namespace hone
