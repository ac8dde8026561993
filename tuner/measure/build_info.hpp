// SPDX-License-Identifier: MIT
// What the driver and the compiler's log report of a built kernel.
#pragma once

#include <cstdint>
#include <string_view>

#include "tuner/devices/opencl.hpp"

namespace hone {

/// One built kernel. A zero means that the driver does not report it.
struct KernelBuildInfo {
    std::int64_t registers = 0;     // of a work-item
    std::int64_t spills = 0;        // bytes that a work-item spills to memory for lack of registers
    std::int64_t barriers = 0;      // named barriers in use at once
    std::int64_t local_memory = 0;  // bytes of a work-group
    std::int64_t private_memory = 0;      // bytes of a work-item
    std::int64_t max_work_group = 0;      // work-items in a group of this kernel
    std::int64_t preferred_multiple = 0;  // of its size
};

/// What NVIDIA's log under -cl-nv-verbose says of this entry: registers, spills, barriers and local
/// memory; zeros where it says nothing, as when a program came from the driver's cache.
KernelBuildInfo read_nvidia_log(std::string_view log, std::string_view entry);

/// All that the driver reports of the kernel, completed from the build log.
KernelBuildInfo read_build_info(const cl::Kernel& kernel, const cl::Device& device,
                                std::string_view build_log);

}  // namespace hone
