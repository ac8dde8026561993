// SPDX-License-Identifier: MIT
// A device as strings and numbers: what identifies it, and what tuning needs to know of it. The
// tuner fills it from OpenCL, the database keeps it, an application asks with it; none of them is
// needed here.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "db/api/visibility.h"

namespace hone {

struct Device {
    // Who it is.
    std::string name;   // as the driver says
    std::string board;  // the product's name where `name` is a code name (AMD), else empty
    std::string vendor;
    std::string platform;
    std::string platform_version;
    std::string driver;  // the driver's version
    std::string opencl_version;
    std::string type;          // "gpu", "cpu", "accelerator", "other"
    std::string architecture;  // "sm_90", "gfx1100", "xe-hpg", "cpu"; empty when unknown
    std::string pci;           // "0000:01:00.0", where the driver says
    std::string uuid;          // 32 hex digits, where the driver says
    std::int64_t vendor_id = 0;

    // What it has. A zero means that the driver does not say.
    std::int64_t compute_units = 0;
    std::int64_t clock_mhz = 0;
    std::int64_t global_memory = 0;    // bytes
    std::int64_t max_allocation = 0;   // bytes
    std::int64_t cache = 0;            // bytes of the last level
    std::int64_t local_memory = 0;     // bytes a work-group, by query
    bool local_is_dedicated = false;   // false: local memory is ordinary memory (most CPUs)
    std::int64_t constant_memory = 0;  // bytes
    std::int64_t max_work_group = 0;
    std::array<std::int64_t, 3> max_items{};  // per dimension
    std::int64_t preferred_multiple = 0;      // of a work-group's size
    std::int64_t warp = 0;                    // work-items in lockstep: warp, wavefront, sub-group
    std::int64_t registers = 0;               // per work-group at most (NVIDIA)
    std::int64_t timer_resolution_ns = 0;
    bool half = false;  // the driver lists cl_khr_fp16
    bool fp64 = false;
    std::string extensions;
};

/// Whether all of it is equal.
HONE_API bool operator==(const Device& a, const Device& b);
inline bool operator!=(const Device& a, const Device& b) {
    return !(a == b);
}

}  // namespace hone
