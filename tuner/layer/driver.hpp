// SPDX-License-Identifier: MIT
// The driver below the layer, and what the layer asks it. No query throws: what a driver does not
// answer is empty or zero.
#pragma once

#include <CL/cl_icd.h>

#include <optional>
#include <string>
#include <vector>

#include "db/model/device.hpp"

namespace hone::layer {

/// The functions of the driver.
extern cl_icd_dispatch driver;

/// What OpenCL describes by a query of two calls: its size, then its bytes.
template <class Handle, class Query>
std::string text_of(Query query, Handle handle, cl_uint what) {
    std::size_t size = 0;
    if (query(handle, what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::string text(size, '\0');
    if (query(handle, what, size, text.data(), nullptr) != CL_SUCCESS) return {};
    return text.substr(0, text.find('\0'));
}

/// The same of a number or a handle.
template <class Value, class Handle, class Query>
Value value_of(Query query, Handle handle, cl_uint what) {
    Value value{};
    if (query(handle, what, sizeof value, &value, nullptr) != CL_SUCCESS) return Value{};
    return value;
}

/// Whether a kernel demands its work-group's shape.
bool requires_shape(cl_kernel kernel, cl_device_id device);

/// The name and type of an argument as the compiler reports them.
std::string argument_name(cl_kernel kernel, cl_uint index);
std::string argument_type(cl_kernel kernel, cl_uint index);

/// Whether the compiler reports that an argument is a pointer to memory of the device, or an image.
bool takes_memory(cl_kernel kernel, cl_uint index);

/// The bytes of a buffer; nothing for an image, and for what is no buffer.
std::optional<std::size_t> bytes_of_buffer(cl_mem memory);

/// What so many bytes from an offset on are now; the queue has to be idle. Nothing where they cannot
/// be read.
std::optional<std::string> content_of(cl_command_queue queue, cl_mem buffer, std::size_t offset,
                                      std::size_t bytes);

/// The device as the database describes it.
Device describe(cl_device_id device);

/// "NVIDIA H200" and so on.
std::string name_of(cl_device_id device);

/// The list of a queue's properties with profiling in it.
std::vector<cl_queue_properties> with_profiling(const cl_queue_properties* properties);

}  // namespace hone::layer
