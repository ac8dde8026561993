/* SPDX-License-Identifier: MIT
   The device of <hone/tuned.h> from a cl_device_id. Header only: it is compiled with the OpenCL of
   the application. */
#ifndef HONE_OPENCL_H
#define HONE_OPENCL_H

#include <CL/cl.h>

#include "db/tuned.h"

static inline int hone_ask_device(void* device, unsigned what, size_t size, void* value,
                                  size_t* actual_size) {
    return clGetDeviceInfo((cl_device_id)device, what, size, value, actual_size);
}

static inline int hone_ask_platform(void* platform, unsigned what, size_t size, void* value,
                                    size_t* actual_size) {
    return clGetPlatformInfo((cl_platform_id)platform, what, size, value, actual_size);
}

/* Everything that OpenCL tells of a device; to be freed by hone_device_free. */
static inline hone_device* hone_device_of(cl_device_id device) {
    return hone_device_read(device, hone_ask_device, hone_ask_platform);
}

#endif
