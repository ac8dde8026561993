// SPDX-License-Identifier: MIT
// Builds arguments from the types that the driver reports.
#include "kernels/launch/rehearsal.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <thread>

#include "kernels/launch/clblast_kernel.hpp"
#include "kernels/launch/kernel_signature.hpp"
#include "kernels/launch/launcher.hpp"

namespace hone {
namespace {

// Buffers begin in the first half, since a kernel may write past the end of the one that it gets: its sizes may
// be compiled in.
constexpr std::size_t zero_bytes = std::size_t{64} << 20;
constexpr std::size_t most_buffers = 16;
constexpr std::size_t buffer_bytes = zero_bytes / 2 / most_buffers;
constexpr std::size_t most_local_bytes = std::size_t{64} << 10;

constexpr double most_seconds = 2;  // of a launch

// From this size on PoCL uses wider indices of work-items.
constexpr std::size_t large = 1U << 16;

std::size_t rehearsed_size(std::size_t global, std::size_t local) {
    return global < large ? local : (large + local - 1) / local * local;
}

Launch rehearsed(Launch launch) {
    for (std::size_t d = 0; d < launch.global.size(); ++d)
        launch.global[d] = rehearsed_size(launch.global[d], launch.local[d]);
    return launch;
}

// Sets a number of any type to 1. The reported type may be the program's own, but the driver knows
// its size and rejects wrong ones. If it does not check, the largest size is enough for all.
bool set_one(cl::Kernel& kernel, cl_uint index) {
    constexpr std::array<std::size_t, 8> sizes{128, 64, 32, 16, 8, 4, 2, 1};
    const std::array<unsigned char, 128> one{1};
    return std::ranges::any_of(sizes, [&](std::size_t size) {
        return clSetKernelArg(kernel(), index, size, one.data()) == CL_SUCCESS;
    });
}

// Of this process, on all cores. It does not count while the process is stopped.
double cpu_seconds() {
    constexpr double ticks = CLOCKS_PER_SEC;
    return static_cast<double>(std::clock()) / ticks;
}

cl_int status_of(const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
}

}  // namespace

Rehearsal::Rehearsal(const cl::Context& context, const cl::Device& device)
    : queue_(context, device),
      zeros_(context, CL_MEM_READ_WRITE, zero_bytes),
      local_bytes_(
          std::min<std::size_t>(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>(), most_local_bytes)) {
    queue_.enqueueFillBuffer(zeros_, cl_uchar{0}, 0, zero_bytes);
    for (std::size_t i = 0; i < most_buffers; ++i) {
        const cl_buffer_region part{i * buffer_bytes, buffer_bytes};
        buffers_.push_back(
            zeros_.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part));
    }
}

bool Rehearsal::run(const cl::Program& program, const std::vector<Launch>& launches) const {
    for (const Launch& launch : launches) {
        if (is_clblast_kernel(launch.entry)) return true;
        if (launch.driver_chooses()) continue;  // the driver's choice depends on the whole launch
        cl::Kernel kernel(program, launch.entry.c_str());
        if (set_arguments(kernel) && !ends(kernel, rehearsed(launch))) return false;
    }
    return true;
}

// A launch that is compiled first is not yet running.
bool Rehearsal::ends(const cl::Kernel& kernel, const Launch& launch) const {
    cl::Event event;
    enqueue(queue_, kernel, launch, &event);
    queue_.flush();
    std::chrono::microseconds pause(50);
    double before = cpu_seconds();
    for (cl_int status = status_of(event); status > CL_COMPLETE; status = status_of(event)) {
        if (status > CL_RUNNING) before = cpu_seconds();
        if (cpu_seconds() - before > most_seconds) return false;
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::microseconds(10'000));
    }
    return true;
}

bool Rehearsal::set_arguments(cl::Kernel& kernel) const {
    const auto count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    for (cl_uint i = 0; i < count; ++i)
        if (!set_argument(kernel, i)) return false;
    return true;
}

bool Rehearsal::set_argument(cl::Kernel& kernel, cl_uint index) const {
    using Place = SignatureArgument::Place;
    const SignatureArgument argument = signature_argument(kernel, index);
    switch (argument.place) {
        case Place::global:
        case Place::constant:
            kernel.setArg(index, buffers_[index % most_buffers]);
            return true;
        case Place::local:
            kernel.setArg(index, local_bytes_, nullptr);
            return true;
        case Place::image:
        case Place::sampler:
            return false;
        case Place::value:
            break;
    }
    return set_one(kernel, index);
}

}  // namespace hone
