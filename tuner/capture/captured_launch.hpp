// SPDX-License-Identifier: MIT
// A launch of a trace in the form in which it is tuned.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tuner/trace/program_text.hpp"
#include "tuner/trace/trace.hpp"

namespace hone {

struct CapturedLaunch {
    TracedLaunch launch;
    std::string name;  // under which it is tuned
    std::string text;  // of the kernel
    BuildOptions options;
    std::optional<std::string> fixed;  // why its work-group's shape is fixed, or nullopt
    std::string why_not_kept;          // why it cannot be tuned, or empty
};

/// The launch, with its program's text from the trace in `folder`.
CapturedLaunch as_captured(const std::filesystem::path& folder, TracedLaunch launch);

/// "4096 x 64 of 16 x 16"; without the work-group if the driver chose it.
std::string shape_text(const LaunchShape& shape);

}  // namespace hone
