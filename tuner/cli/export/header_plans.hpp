// SPDX-License-Identifier: MIT
// The parts of an exported header: sources of kernels, a function for each config that checks
// whether the config fits a problem and fills in its launches, and a row for each tuned problem.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/export/export_formats.hpp"

namespace hone::cli {

struct HeaderParts {
    std::vector<std::string> arguments;  // of the problem, declared in C: "double M"
    std::vector<std::string> defaults;   // of each argument
    std::vector<std::string> variants;   // conditions that exclude configs of other variants
    std::vector<std::string> checks;     // conditions that every valid problem fulfills
    std::vector<std::string> sizes;      // the arguments that define the distance of problems
    std::string sources, configs, problems;
    std::size_t config_count = 0;
    std::size_t most_launches = 1, most_extras = 1;
};

/// `name` is the prefix of all identifiers in the header.
HeaderParts header_parts(const ExportSelection& selection, const std::string& name);

}  // namespace hone::cli
