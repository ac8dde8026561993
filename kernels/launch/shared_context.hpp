// SPDX-License-Identifier: MIT
// One context of a device for all that a process does on it, one thing after the other: to make one takes time,
// and what libraries compile and drivers cache is kept with it. So are the programs of hone's own that check and
// time kernels: each problem that is opened needs them, most of them several times.
#pragma once

#include <CL/opencl.hpp>
#include <string>

namespace hone {

cl::Context shared_context(const cl::Device& device);

/// The program, built once in a process for each context; throws what a build throws, and then tries again when it
/// is asked again.
cl::Program shared_program(const cl::Context& context, const cl::Device& device,
                           const std::string& source, const std::string& options = {});

}  // namespace hone
