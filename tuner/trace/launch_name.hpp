// SPDX-License-Identifier: MIT
// Under which name a captured launch is tuned, stored and found again.
#pragma once

#include <array>
#include <string>

#include "db/model/setting.hpp"
#include "tuner/trace/trace.hpp"

namespace hone {

/// The parameters that are a work-group's shape; all others are macros of the kernel.
inline constexpr std::array<const char*, 3> local_parameters{"HONE_LOCAL_X", "HONE_LOCAL_Y",
                                                             "HONE_LOCAL_Z"};
inline constexpr std::array<const char*, 3> global_sizes{"global_x", "global_y", "global_z"};

/// The name of a kernel of the text that is tuned, built with these options of OpenCL's own, and
/// launched with this shape: "saxpy_5f0e2c9a1b3d". Equal names are equal launches.
std::string launch_name(const std::string& tunable, const std::string& opencl_options,
                        const std::string& entry, const LaunchShape& shape);

/// The problem under which it is tuned: global_x and so on.
Settings launch_problem(const LaunchShape& shape);

}  // namespace hone
