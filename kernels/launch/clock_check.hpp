// SPDX-License-Identifier: MIT
// Whether the times of a device's events can be believed: they are compared with the host's clock
// over a batch that grows until the host sees it clearly.
#pragma once

#include <CL/opencl.hpp>
#include <string>

namespace hone {

/// A queue in order, with profiling where the driver has it.
cl::CommandQueue timed_queue(const cl::Context& context, const cl::Device& device);

/// How much of the host's time may be other work: little before anything is timed, and nearly all of it
/// once a clock was believed and any number of other programs may have come.
enum class OtherWork { little, much };

/// Why the events of the queue cannot time anything: no times, other units, constant ones, or ticks
/// too far apart. Empty where they can, and where nobody can tell because the kernel takes no time.
/// Any other failure throws cl::Error.
std::string clock_fault(const cl::Context& context, const cl::Device& device,
                        const cl::CommandQueue& queue, OtherWork other_work);

}  // namespace hone
