// SPDX-License-Identifier: MIT
#include "tuner/capture/captured_launch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spaces/base/input_file.hpp"
#include "tuner/trace/launch_name.hpp"

namespace hone {
namespace {

constexpr std::size_t longest_text = std::size_t{16} << 20U;

std::optional<std::string> why_fixed(const CapturedLaunch& captured) {
    const TracedLaunch& launch = captured.launch;
    if (launch.shape_required) return "reqd_work_group_size";
    const bool local = std::ranges::any_of(launch.arguments, [](const TracedArgument& each) {
        return each.kind == TracedArgument::Kind::local;
    });
    if (local) return "an argument in local memory";
    return why_shape_is_fixed(captured.text, launch.entry, captured.options);
}

bool changes_memory(const TracedLaunch& launch) {
    return std::ranges::any_of(launch.arguments,
                               [](const auto& each) { return each.before != each.after; });
}

std::string complaint_about(const CapturedLaunch& captured) {
    const TracedLaunch& launch = captured.launch;
    if (!launch.why_incomplete.empty()) return launch.why_incomplete;
    if (!launch.has_contents) return "its buffers were not stored";
    if (launch.shape.has_offset()) return "it has a global offset";
    if (includes_files(captured.text)) return "it includes other files";
    if (!captured.options.other.empty())
        return fmt::format("its build option '{}' is unknown", captured.options.other);
    if (captured.fixed && !launch.shape.has_local())
        return fmt::format("its work-group is the driver's choice and matters: {}",
                           *captured.fixed);
    return changes_memory(launch) ? "" : "it changed no buffer and no image";
}

}  // namespace

CapturedLaunch as_captured(const std::filesystem::path& folder, TracedLaunch launch) {
    CapturedLaunch captured;
    captured.options = parse_build_options(launch.options);
    const auto text = launch.program.empty()
                          ? std::nullopt
                          : read_input(program_file(folder, launch.program), longest_text);
    captured.text = tunable_text(text.value_or(""), captured.options);
    captured.name = launch_name(captured.text, captured.options.opencl, launch.entry, launch.shape);
    captured.launch = std::move(launch);
    captured.fixed = why_fixed(captured);
    captured.why_not_kept = complaint_about(captured);
    return captured;
}

std::string shape_text(const LaunchShape& shape) {
    const auto sizes = [&](const std::array<std::size_t, 3>& all) {
        return fmt::format("{}", fmt::join(all.begin(), all.begin() + shape.dimensions, " x "));
    };
    if (!shape.has_local()) return sizes(shape.global);
    return fmt::format("{} of {}", sizes(shape.global), sizes(shape.local));
}

}  // namespace hone
