// SPDX-License-Identifier: MIT
// Reads the OpenCL properties of a device without linking OpenCL: the caller passes the query
// functions. <hone/opencl.hpp> and <hone/opencl.h> pass the real ones.
#pragma once

#include <cstddef>

#include "db/api/visibility.h"
#include "db/model/device.hpp"

namespace hone {

/// clGetDeviceInfo and clGetPlatformInfo, with the handles as void*.
struct OpenclQueries {
    using Query = int (*)(void* handle, unsigned what, std::size_t size, void* value,
                          std::size_t* actual_size);
    Query device;
    Query platform;
};

/// Reads all properties of this cl_device_id that hone uses; those that the drivers do not report
/// are zero or empty.
HONE_API Device read_device(void* handle, const OpenclQueries& queries);

}  // namespace hone
