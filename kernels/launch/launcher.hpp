// SPDX-License-Identifier: MIT
// Builds a kernel's text with the defines of a config and a problem, binds the arguments by name,
// and enqueues the launches in order.
#pragma once

#include <CL/opencl.hpp>
#include <functional>
#include <string>
#include <vector>

#include "kernels/launch/bindings.hpp"
#include "spaces/candidates/plan.hpp"

namespace hone {

/// A built program, or the reason of a failed build.
struct Compiled {
    cl::Program program;
    cl_int status = CL_SUCCESS;
    std::string log;  // the compiler's output, warnings included

    bool ok() const { return status == CL_SUCCESS; }
};

/// The build option for kernel argument types, with a leading blank. Empty on NVIDIA, whose
/// compiler with this option writes PTX that its own assembler rejects.
std::string argument_info_option(const cl::Device& device);

/// A kernel of a built program. If the program has none of this name, throws a cl::Error
/// (CL_INVALID_KERNEL_NAME) that names the nearest one.
cl::Kernel kernel_named(const cl::Program& program, const std::string& entry);

/// Compiles for one device. A failed compilation is returned; any other failure throws cl::Error.
Compiled compile(const cl::Context& context, const cl::Device& device, const std::string& source,
                 const std::string& options);

/// The same for a program of a text or a binary.
Compiled build(cl::Program program, const cl::Device& device, const std::string& options);

/// Enqueues a kernel whose arguments are set, with an event if requested.
void enqueue(const cl::CommandQueue& queue, const cl::Kernel& kernel, const Launch& launch,
             cl::Event* event = nullptr);

/// The launches of one plan; can be enqueued repeatedly.
class Launcher {
  public:
    /// Throws a usage Error for an argument that is not among the bindings. Throws cl::Error for an
    /// entry that the program lacks or an argument that does not fit. A launch without argument
    /// names gets all bindings in order.
    Launcher(const cl::Program& program, const std::vector<Launch>& launches,
             const Bindings& bindings);

    /// Enqueues all launches in order; returns an event for each.
    std::vector<cl::Event> enqueue(const cl::CommandQueue& queue) const;

    /// The same without events: on NVIDIA an event costs a third of a launch's time.
    void enqueue_without_events(const cl::CommandQueue& queue) const;

    const std::vector<cl::Kernel>& kernels() const { return kernels_; }

  private:
    std::vector<Launch> launches_;
    std::vector<cl::Kernel> kernels_;
    std::function<std::vector<cl::Event>(const cl::CommandQueue&)> clblast_;  // for CLBlast's
};

}  // namespace hone
