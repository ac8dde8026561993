// SPDX-License-Identifier: MIT
// Checks whether the times of a device's events are credible. It compares them with the host's
// clock over a batch that grows until the host's clock resolves it.
#pragma once

#include <CL/opencl.hpp>
#include <string>

namespace hone {

/// An in-order queue, with profiling if the driver supports it.
cl::CommandQueue timed_queue(const cl::Context& context, const cl::Device& device);

/// How much of the host's time may be other work: little before anything was timed, nearly all of
/// it after a clock was accepted, since other programs may have started.
enum class OtherWork { little, much };

/// Why the queue's events cannot time kernels: no times, wrong units, constant times, or too coarse
/// ticks. Empty if they can, or if it cannot be determined because the kernel takes no time. Any
/// other failure throws cl::Error.
std::string clock_fault(const cl::Context& context, const cl::Device& device,
                        const cl::CommandQueue& queue, OtherWork other_work);

}  // namespace hone
