// SPDX-License-Identifier: MIT
// One context per device for the whole process: creating one takes time, and it caches what
// libraries and drivers compile. It also caches hone's own programs that check and time kernels:
// each opened problem needs them, most of them several times.
#pragma once

#include <CL/opencl.hpp>
#include <string>

namespace hone {

cl::Context shared_context(const cl::Device& device);

/// Returns the program, built once per context in a process. Throws the error of a failed build;
/// the next call tries again.
cl::Program shared_program(const cl::Context& context, const cl::Device& device,
                           const std::string& source, const std::string& options = {});

}  // namespace hone
