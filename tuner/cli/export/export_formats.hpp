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

/// All tuned results of one device for a kernel or routine and a precision.
struct ExportSelection {
    const lookup::Catalog& catalog;
    std::string what, precision, device;
    std::vector<ExportEntry> entries;

    const lookup::KernelVersion& version(const ExportEntry& entry) const {
        return catalog.versions[entry.row.version];
    }
    const lookup::Recipe& recipe() const { return version(entries.front()).recipe; }
    /// The kernel with its launches for the device that it was tuned on; nullopt if it cannot run
    /// there.
    std::optional<TunedKernel> kernel(const ExportEntry& entry) const;
};

/// Selects the configs of a cover if there is one. Otherwise it selects, for each problem that was
/// tuned on a device of this name, what an application without rewriting gets. If the catalog does
/// not have that, it selects the fastest result of the catalog. `tuned` must have read what the
/// catalog has. With exact mathematics, results that were built with options that relax mathematics
/// are left out.
ExportSelection select_results(const lookup::Catalog& catalog, Tuned& tuned,
                               const std::string& what, const std::string& precision,
                               const Device& device, Math math = Math::exact);

/// The text without the characters that would end a C comment.
std::string in_comment(std::string text);

/// The indices of the arguments that are sizes.
std::vector<std::size_t> extents(const lookup::Recipe& recipe);

/// A table of problems, a table of configs and a function that finds the nearest problem, for C and
/// C++.
std::string as_header(const ExportSelection& selection, const po::variables_map& given);
/// The same table for other languages.
std::string as_json(const ExportSelection& selection, const po::variables_map& given);
/// The result that an application would get, for `eval` in a shell.
std::string as_env(const ExportSelection& selection, const po::variables_map& given);
/// One call for each of CLBlast's kernels, for the largest tuned problem.
std::string as_clblast(const ExportSelection& selection, const po::variables_map& given);

}  // namespace hone::cli
