// SPDX-License-Identifier: MIT
// A warm-up launch without real work. Some drivers, such as PoCL, compile a kernel for its
// work-group size at the first launch instead of the build, and cache the result.
#pragma once

#include <CL/opencl.hpp>
#include <vector>

#include "spaces/candidates/plan.hpp"

namespace hone {

/// Runs launches with made-up arguments: numbers are 1 and buffers are zeros, so there is little to
/// compute. Each buffer is its own, since a kernel that overwrites its counter may never end. Each
/// launch runs one work-group, or more if a driver compiles large
/// launches differently. Launches with an argument that cannot be made up are skipped. Throws
/// cl::Error.
class Rehearsal {
  public:
    Rehearsal(const cl::Context& context, const cl::Device& device);

    /// Returns false if a launch does not end: it has run for two seconds of this process's time,
    /// compilation not counted. Only the end of the process ends it then.
    [[nodiscard]] bool run(const cl::Program& program, const std::vector<Launch>& launches) const;

  private:
    bool ends(const cl::Kernel& kernel, const Launch& launch) const;
    bool set_arguments(cl::Kernel& kernel) const;
    bool set_argument(cl::Kernel& kernel, cl_uint index) const;

    cl::CommandQueue queue_;
    cl::Buffer zeros_;
    std::vector<cl::Buffer> buffers_;  // parts of it
    std::size_t local_bytes_;
};

}  // namespace hone
