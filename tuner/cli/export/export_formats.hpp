// SPDX-License-Identifier: MIT
// The formats of `hone export`, one function each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/lookup/catalog.hpp"
#include "db/lookup/tuned.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// A problem and the config to run it with.
struct ExportEntry {
    std::vector<Number> arguments;
    Settings problem;            // the same, as it was stored
    std::size_t problem_number;  // in the catalog, the same for all kernels
    lookup::TunedRow row;
    double ns;
};

/// All tuned results of one device for what was asked for.
struct ExportSelection {
    const lookup::Catalog& catalog;
    std::string what, precision, device;
    std::vector<ExportEntry> entries;

    const lookup::KernelVersion& version(const ExportEntry& entry) const {
        return catalog.versions[entry.row.version];
    }
    const lookup::Recipe& recipe() const { return version(entries.front()).recipe; }
    /// With its launches, on the device that it was tuned on; nothing where it cannot run there.
    std::optional<TunedKernel> kernel(const ExportEntry& entry) const;
};

/// The configs of a cover where there is one, else what an application without rewriting is told for
/// each problem that was tuned on a device of this name; where that is not of the catalog, the
/// fastest that is. `tuned` has read what the catalog has. What was built with options that relax
/// mathematics is left out where exact mathematics is wanted.
ExportSelection select_results(const lookup::Catalog& catalog, Tuned& tuned,
                               const std::string& what, const std::string& precision,
                               const Device& device, Math math = Math::exact);

/// The text without what would end a comment in C.
std::string in_comment(std::string text);

/// The indices of the arguments that are sizes.
std::vector<std::size_t> extents(const lookup::Recipe& recipe);

/// A table of problems, a table of configs, and a function that finds the nearest, for C and C++.
std::string as_header(const ExportSelection& selection, const po::variables_map& given);
/// The same table for other languages.
std::string as_json(const ExportSelection& selection, const po::variables_map& given);
/// What an application would get, for `eval` in a shell.
std::string as_env(const ExportSelection& selection, const po::variables_map& given);
/// One call for each of CLBlast's kernels, for the largest tuned problem.
std::string as_clblast(const ExportSelection& selection, const po::variables_map& given);

}  // namespace hone::cli
