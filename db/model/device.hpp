// SPDX-License-Identifier: MIT
// A device as strings and numbers: its identity, and the properties that tuning needs. The tuner
// fills it from OpenCL, the database stores it, and an application uses it in queries. It depends
// on none of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "db/api/visibility.h"

namespace hone {

struct Device {
    // Identity.
    std::string name;   // as the driver reports it
    std::string board;  // the product name if `name` is a code name (AMD), else empty
    std::string vendor;
    std::string platform;
    std::string platform_version;
    std::string driver;  // the driver's version
    std::string opencl_version;
    std::string type;          // "gpu", "cpu", "accelerator", "other"
    std::string architecture;  // "sm_90", "gfx1100", "xe-hpg", "cpu"; empty if unknown
    std::string pci;           // "0000:01:00.0"; empty if unknown
    std::string uuid;          // 32 hex digits; empty if unknown
    std::int64_t vendor_id = 0;

    // Properties. A zero means that the driver does not report the value.
    std::int64_t compute_units = 0;
    std::int64_t clock_mhz = 0;
    std::int64_t global_memory = 0;    // bytes
    std::int64_t max_allocation = 0;   // bytes
    std::int64_t cache = 0;            // bytes of the last level
    std::int64_t local_memory = 0;     // bytes per work-group, by query
    bool local_is_dedicated = false;   // false: local memory is ordinary memory (most CPUs)
    std::int64_t constant_memory = 0;  // bytes
    std::int64_t max_work_group = 0;
    std::array<std::int64_t, 3> max_items{};  // per dimension
    std::int64_t preferred_multiple = 0;      // of a work-group's size
    std::int64_t warp = 0;                    // work-items in lockstep: warp, wavefront, sub-group
    std::int64_t registers = 0;               // maximum per work-group (NVIDIA)
    std::int64_t timer_resolution_ns = 0;
    bool half = false;  // the driver lists cl_khr_fp16
    bool fp64 = false;
    std::string extensions;
};

/// Whether all fields are equal.
HONE_API bool operator==(const Device& a, const Device& b);
inline bool operator!=(const Device& a, const Device& b) {
    return !(a == b);
}

}  // namespace hone
