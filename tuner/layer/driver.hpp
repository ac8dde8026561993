// SPDX-License-Identifier: MIT
// The driver below the layer, and the layer's queries to it. No query throws: a value that the
// driver does not return is empty or zero.
#pragma once

#include <CL/cl_icd.h>

#include <optional>
#include <string>
#include <vector>

#include "db/model/device.hpp"

namespace hone::layer {

/// The functions of the driver.
extern cl_icd_dispatch driver;

/// The value of a query that takes two calls: one for the size, one for the bytes.
template <class Handle, class Query>
std::string text_of(Query query, Handle handle, cl_uint what) {
    std::size_t size = 0;
    if (query(handle, what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::string text(size, '\0');
    if (query(handle, what, size, text.data(), nullptr) != CL_SUCCESS) return {};
    return text.substr(0, text.find('\0'));
}

/// The value of a query that returns a number or a handle.
template <class Value, class Handle, class Query>
Value value_of(Query query, Handle handle, cl_uint what) {
    Value value{};
    if (query(handle, what, sizeof value, &value, nullptr) != CL_SUCCESS) return Value{};
    return value;
}

/// Whether a kernel demands its work-group's shape (reqd_work_group_size).
bool requires_shape(cl_kernel kernel, cl_device_id device);

/// The name and type of an argument, as the compiler reports them.
std::string argument_name(cl_kernel kernel, cl_uint index);
std::string argument_type(cl_kernel kernel, cl_uint index);

/// Whether the compiler reports that an argument is a pointer to device memory or an image.
bool takes_memory(cl_kernel kernel, cl_uint index);

/// The size of a buffer in bytes; nullopt for an image or another object.
std::optional<std::size_t> bytes_of_buffer(cl_mem memory);

/// The current content of a part of a buffer; the queue must be idle. Returns nullopt if it cannot
/// be read.
std::optional<std::string> content_of(cl_command_queue queue, cl_mem buffer, std::size_t offset,
                                      std::size_t bytes);

/// The device in the database's description.
Device describe(cl_device_id device);

/// "NVIDIA H200" and so on.
std::string name_of(cl_device_id device);

/// The list of a queue's properties, with profiling added.
std::vector<cl_queue_properties> with_profiling(const cl_queue_properties* properties);

}  // namespace hone::layer
