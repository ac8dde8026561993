// SPDX-License-Identifier: MIT
// The parts of an exported header: texts of kernels, a function for each config that says whether
// it fits a problem and how it is launched, and a row for each tuned problem.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/export/export_formats.hpp"

namespace hone::cli {

struct HeaderParts {
    std::vector<std::string> arguments;  // of the problem, as C declares them: "double M"
    std::vector<std::string> defaults;   // of each
    std::vector<std::string>
        variants;                     // conditions: where a config is built for another, it is out
    std::vector<std::string> checks;  // conditions: where one does not hold it is no problem
    std::vector<std::string> sizes;   // the arguments by which problems are near
    std::string sources, configs, problems;
    std::size_t config_count = 0;
    std::size_t most_launches = 1, most_extras = 1;
};

/// `name` is the prefix of everything in the header.
HeaderParts header_parts(const ExportSelection& selection, const std::string& name);

}  // namespace hone::cli
