// SPDX-License-Identifier: MIT
// The name under which a captured launch is tuned, stored and found again.
#pragma once

#include <array>
#include <string>

#include "db/model/setting.hpp"
#include "tuner/trace/trace.hpp"

namespace hone {

/// The parameters of the work-group's shape; all other parameters are macros of the kernel.
inline constexpr std::array<const char*, 3> local_parameters{"HONE_LOCAL_X", "HONE_LOCAL_Y",
                                                             "HONE_LOCAL_Z"};
inline constexpr std::array<const char*, 3> global_sizes{"global_x", "global_y", "global_z"};

/// The name, such as "saxpy_5f0e2c9a1b3d", of a launch: a kernel of the tunable text, built with
/// these -cl- options and launched with this shape. Equal names are equal launches.
std::string launch_name(const std::string& tunable, const std::string& opencl_options,
                        const std::string& entry, const LaunchShape& shape);

/// The problem under which the launch is tuned: global_x and so on.
Settings launch_problem(const LaunchShape& shape);

}  // namespace hone
