// SPDX-License-Identifier: MIT
// What OpenCL tells of a device, read without OpenCL: the functions that tell it are handed in, so
// that this library links none. <hone/opencl.hpp> and <hone/opencl.h> hand in the real ones.
#pragma once

#include <cstddef>

#include "db/api/visibility.h"
#include "db/model/device.hpp"

namespace hone {

/// clGetDeviceInfo and clGetPlatformInfo, with plain pointers for their handles.
struct OpenclQueries {
    using Query = int (*)(void* handle, unsigned what, std::size_t size, void* value,
                          std::size_t* actual_size);
    Query device;
    Query platform;
};

/// Everything that the drivers tell of this cl_device_id; what they do not tell is zero or empty.
HONE_API Device read_device(void* handle, const OpenclQueries& queries);

}  // namespace hone
