// SPDX-License-Identifier: MIT
// The resources of a built kernel, as reported by the driver and the compiler's log.
#pragma once

#include <cstdint>
#include <string_view>

#include "tuner/devices/opencl.hpp"

namespace hone {

/// One built kernel. 0 means that the driver does not report the value.
struct KernelBuildInfo {
    std::int64_t registers = 0;           // per work-item
    std::int64_t spills = 0;              // bytes that a work-item spills for lack of registers
    std::int64_t barriers = 0;            // named barriers in use at once
    std::int64_t local_memory = 0;        // bytes per work-group
    std::int64_t private_memory = 0;      // bytes per work-item
    std::int64_t max_work_group = 0;      // maximal work-items in a group of this kernel
    std::int64_t preferred_multiple = 0;  // the work-group size should be a multiple of it
};

/// The entry's registers, spills, barriers and local memory from NVIDIA's log under -cl-nv-verbose.
/// Zeros if the log lacks them, for example if the program came from the driver's cache.
KernelBuildInfo read_nvidia_log(std::string_view log, std::string_view entry);

/// The driver's report on the kernel, completed from the build log.
KernelBuildInfo read_build_info(const cl::Kernel& kernel, const cl::Device& device,
                                std::string_view build_log);

}  // namespace hone
