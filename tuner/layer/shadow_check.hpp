// SPDX-License-Identifier: MIT
// Runs a substitute beside the original: both run on equal buffers, and the results are compared
// bit by bit. The program gets the result of the original.
#pragma once

#include <optional>
#include <string>

#include "tuner/layer/launch_call.hpp"
#include "tuner/layer/objects.hpp"

namespace hone::layer {

struct ShadowResult {
    std::optional<cl_int> status;  // of the original launch; empty: not yet launched
    std::string doubt;             // why the substitute must not be used, or empty
    double original_ns = 0, substitute_ns = 0;
};

/// Launches the original for the program, and `kernel` with `local` on copies of the buffers.
/// Changes the arguments of `kernel`. Returns when both have ended. If it throws for lack of memory,
/// `result` still says whether the original was launched.
void shadow_check(const LaunchCall& call, const std::vector<SetArgument>& arguments,
                  cl_kernel kernel, const std::size_t* local, ShadowResult& result);

}  // namespace hone::layer
