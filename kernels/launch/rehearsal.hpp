// SPDX-License-Identifier: MIT
// A first launch that computes nothing. Some drivers compile a kernel for the shape of its work-group when it
// is launched and not when it is built (PoCL does), and keep what they have compiled.
#pragma once

#include <CL/opencl.hpp>
#include <vector>

#include "spaces/candidates/plan.hpp"

namespace hone {

/// Runs launches with arguments that are made up: numbers are 1, and all buffers are one buffer of zeros, so
/// that there is next to nothing to do. Of each launch one work-group runs, more only where a driver compiles
/// large launches in another way. What has an argument that cannot be made up is left out. Throws cl::Error.
class Rehearsal {
  public:
    Rehearsal(const cl::Context& context, const cl::Device& device);

    void run(const cl::Program& program, const std::vector<Launch>& launches) const;

  private:
    bool set_arguments(cl::Kernel& kernel) const;
    bool set_argument(cl::Kernel& kernel, cl_uint index) const;

    cl::CommandQueue queue_;
    cl::Buffer zeros_;
    std::size_t local_bytes_;
};

}  // namespace hone
