// SPDX-License-Identifier: MIT
// From a kernel's text to its launches: built with the defines of a config and a problem, arguments
// bound by name, enqueued in order.
#pragma once

#include <CL/opencl.hpp>
#include <functional>
#include <string>
#include <vector>

#include "kernels/launch/bindings.hpp"
#include "spaces/candidates/plan.hpp"

namespace hone {

/// A program, or why there is none.
struct Compiled {
    cl::Program program;
    cl_int status = CL_SUCCESS;
    std::string log;  // what the compiler said, warnings included

    bool ok() const { return status == CL_SUCCESS; }
};

/// The option by which kernels tell their arguments' types, after a blank; nothing on NVIDIA, whose
/// compiler then writes PTX that its own assembler rejects.
std::string argument_info_option(const cl::Device& device);

/// A kernel of a built program. Throws a cl::Error (CL_INVALID_KERNEL_NAME) that names the nearest of
/// its kernels where it has none of this name.
cl::Kernel kernel_named(const cl::Program& program, const std::string& entry);

/// Compiles for one device. A kernel that does not compile is an answer; anything else that fails
/// throws cl::Error.
Compiled compile(const cl::Context& context, const cl::Device& device, const std::string& source,
                 const std::string& options);

/// Enqueues a kernel whose arguments are set, with an event if one is wanted.
void enqueue(const cl::CommandQueue& queue, const cl::Kernel& kernel, const Launch& launch,
             cl::Event* event = nullptr);

/// The launches of one plan, ready to be enqueued as often as wanted.
class Launcher {
  public:
    /// Throws a usage Error for an argument that is not among the bindings, and cl::Error for an
    /// entry that the program does not have or an argument that does not fit it. A launch that
    /// names no arguments gets all bindings in order.
    Launcher(const cl::Program& program, const std::vector<Launch>& launches,
             const Bindings& bindings);

    /// Enqueues every launch, in order; an event for each.
    std::vector<cl::Event> enqueue(const cl::CommandQueue& queue) const;

    /// The same without events, each of which takes NVIDIA's driver a third of the time of a launch.
    void enqueue_without_events(const cl::CommandQueue& queue) const;

    const std::vector<cl::Kernel>& kernels() const { return kernels_; }

  private:
    std::vector<Launch> launches_;
    std::vector<cl::Kernel> kernels_;
    std::function<std::vector<cl::Event>(const cl::CommandQueue&)> clblast_;  // runs it instead
};

}  // namespace hone
