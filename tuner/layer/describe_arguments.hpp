// SPDX-License-Identifier: MIT
// The arguments of a launch in the form that a trace stores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/layer/launch_call.hpp"
#include "tuner/trace/trace.hpp"

namespace hone::layer {

/// Adds the arguments to the launch, and the reason if it cannot be replayed. Returns the memory
/// object of each argument, or null. Needs the mutex of objects() held.
std::vector<cl_mem> describe_arguments(const LaunchCall& call, TracedLaunch& launch);

/// The current content of an argument's memory; the queue must be idle. Returns nullopt if the
/// memory cannot be read.
std::optional<std::string> content_of_argument(cl_command_queue queue, cl_mem memory,
                                               const TracedArgument& argument);

}  // namespace hone::layer
