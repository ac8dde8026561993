// SPDX-License-Identifier: MIT
// The arguments of a launch as a trace keeps them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/layer/launch_call.hpp"
#include "tuner/trace/trace.hpp"

namespace hone::layer {

/// Adds the arguments to the launch, and why it cannot be replayed, if so. Returns the memory of
/// each argument, or null. The mutex of the objects is held.
std::vector<cl_mem> describe_arguments(const LaunchCall& call, TracedLaunch& launch);

/// What an argument's memory holds now; the queue has to be idle. Nothing where it cannot be read.
std::optional<std::string> content_of_argument(cl_command_queue queue, cl_mem memory,
                                               const TracedArgument& argument);

}  // namespace hone::layer
