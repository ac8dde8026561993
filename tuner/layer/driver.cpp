// SPDX-License-Identifier: MIT
#include "tuner/layer/driver.hpp"

#include <new>

#include "db/device/opencl_device.hpp"

namespace hone::layer {

cl_icd_dispatch driver;

namespace {

int query_device(void* handle, unsigned what, std::size_t size, void* value, std::size_t* actual) {
    return driver.clGetDeviceInfo(static_cast<cl_device_id>(handle), what, size, value, actual);
}

int query_platform(void* handle, unsigned what, std::size_t size, void* value,
                   std::size_t* actual) {
    return driver.clGetPlatformInfo(static_cast<cl_platform_id>(handle), what, size, value, actual);
}

std::string argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
    const auto query = [index](cl_kernel of, cl_uint name, std::size_t size, void* value,
                               std::size_t* actual) {
        return driver.clGetKernelArgInfo(of, index, name, size, value, actual);
    };
    if (!driver.clGetKernelArgInfo) return {};
    return text_of(query, kernel, what);
}

// Reads a buffer that the host may not access (CL_MEM_HOST_NO_ACCESS), through a copy.
cl_int read_by_copy(cl_command_queue queue, cl_mem buffer, std::size_t offset,
                    std::string& content) {
    const auto context =
        value_of<cl_context>(driver.clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
    cl_int status = CL_SUCCESS;
    cl_mem copy =
        driver.clCreateBuffer(context, CL_MEM_READ_WRITE, content.size(), nullptr, &status);
    if (status != CL_SUCCESS) return status;
    status = driver.clEnqueueCopyBuffer(queue, buffer, copy, offset, 0, content.size(), 0, nullptr,
                                        nullptr);
    if (status == CL_SUCCESS)
        status = driver.clEnqueueReadBuffer(queue, copy, CL_TRUE, 0, content.size(), content.data(),
                                            0, nullptr, nullptr);
    driver.clReleaseMemObject(copy);
    return status;
}

}  // namespace

bool requires_shape(cl_kernel kernel, cl_device_id device) {
    std::size_t shape[3]{};
    const cl_int status = driver.clGetKernelWorkGroupInfo(
        kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof shape, shape, nullptr);
    return status != CL_SUCCESS || shape[0] != 0;
}

std::string argument_name(cl_kernel kernel, cl_uint index) {
    const std::string name = argument_text(kernel, index, CL_KERNEL_ARG_NAME);
    constexpr std::string_view prefix = "_cl_";  // PoCL's prefix of function names
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

std::string argument_type(cl_kernel kernel, cl_uint index) {
    std::string type = argument_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME);
    type = type.substr(0, type.find('*'));
    return type.substr(0, type.find_last_not_of(' ') + 1);
}

bool takes_memory(cl_kernel kernel, cl_uint index) {
    cl_kernel_arg_address_qualifier space = 0;
    if (!driver.clGetKernelArgInfo ||
        driver.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
                                  &space, nullptr) != CL_SUCCESS)
        return false;
    return space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT;
}

std::optional<std::size_t> bytes_of_buffer(cl_mem memory) {
    const auto type = value_of<cl_mem_object_type>(driver.clGetMemObjectInfo, memory, CL_MEM_TYPE);
    if (type != CL_MEM_OBJECT_BUFFER) return std::nullopt;
    return value_of<std::size_t>(driver.clGetMemObjectInfo, memory, CL_MEM_SIZE);
}

std::optional<std::string> content_of(cl_command_queue queue, cl_mem buffer, std::size_t offset,
                                      std::size_t bytes) try {
    std::string content(bytes, '\0');
    cl_int status = driver.clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes,
                                               content.data(), 0, nullptr, nullptr);
    if (status == CL_INVALID_OPERATION) status = read_by_copy(queue, buffer, offset, content);
    if (status != CL_SUCCESS) return std::nullopt;
    return content;
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

Device describe(cl_device_id device) {
    return read_device(device, {query_device, query_platform});
}

std::string name_of(cl_device_id device) {
    return text_of(driver.clGetDeviceInfo, device, CL_DEVICE_NAME);
}

std::vector<cl_queue_properties> with_profiling(const cl_queue_properties* properties) {
    std::vector<cl_queue_properties> all;
    bool said = false;
    for (; properties && properties[0] != 0; properties += 2) {
        const bool flags = properties[0] == CL_QUEUE_PROPERTIES;
        said = said || flags;
        all.push_back(properties[0]);
        all.push_back(properties[1] | (flags ? CL_QUEUE_PROFILING_ENABLE : 0));
    }
    if (!said) all.insert(all.end(), {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE});
    all.push_back(0);
    return all;
}

}  // namespace hone::layer
