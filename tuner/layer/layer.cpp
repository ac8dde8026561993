// SPDX-License-Identifier: MIT
// A layer between the OpenCL loader and a driver; OPENCL_LAYERS names it. With HONE_CAPTURE it
// records a program's launches, else it launches tuned kernels in their place. Every function here
// passes its call on and records the state that the layer needs.
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "tuner/layer/apply_launch.hpp"
#include "tuner/layer/capture_launch.hpp"
#include "tuner/layer/objects.hpp"
#include "tuner/layer/program_calls.hpp"

namespace hone::layer {
namespace {

cl_icd_dispatch altered;  // the driver's functions with the hooks of this file

cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* global,
                                  const std::size_t* local, cl_uint waits, const cl_event* list,
                                  cl_event* event) {
    const LaunchCall call{queue, kernel, dimensions, offset, global, local, waits, list, event};
    // Invalid calls go to the driver, which rejects them.
    if (!queue || !kernel || !global || dimensions < 1 || dimensions > 3) return call.enqueue();
    try {
        if (captures()) return capture(call);
        return applies() ? apply(call) : call.enqueue();
    } catch (const std::exception&) {
        return CL_OUT_OF_HOST_MEMORY;
    }
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t size,
                                const void* value) {
    const cl_int status = driver.clSetKernelArg(kernel, index, size, value);
    if (status != CL_SUCCESS) return status;
    note([&] {
        KernelState& state = objects().state_of(kernel);
        keep_argument(state, index, size, value);
        forward_argument(state, index);
    });
    return status;
}

cl_int CL_API_CALL set_shared_pointer(cl_kernel kernel, cl_uint index, const void* value) {
    const cl_int status = driver.clSetKernelArgSVMPointer(kernel, index, value);
    note([&] {
        KernelState& state = objects().state_of(kernel);
        if (index < state.arguments.size())
            state.arguments[index].kind = SetArgument::Kind::pointer;
    });
    return status;
}

// Pointers to memory that a kernel reaches without an argument.
cl_int CL_API_CALL set_execution_info(cl_kernel kernel, cl_kernel_exec_info what, std::size_t size,
                                      const void* value) {
    const cl_int status = driver.clSetKernelExecInfo(kernel, what, size, value);
    note([&] { objects().state_of(kernel).follows_pointers = true; });
    return status;
}

// The driver may reuse a handle for another object: drops the old object's state.
void forget_kernel(cl_kernel kernel) {
    note([&] { objects().kernels.erase(kernel); });
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* status) {
    cl_kernel kernel = driver.clCreateKernel(program, name, status);
    if (kernel) forget_kernel(kernel);
    return kernel;
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint most, cl_kernel* kernels,
                                  cl_uint* count) {
    cl_uint made = 0;
    const cl_int status = driver.clCreateKernelsInProgram(program, most, kernels, &made);
    if (count) *count = made;
    for (cl_uint i = 0; kernels && status == CL_SUCCESS && i < made; ++i) forget_kernel(kernels[i]);
    return status;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int* status) {
    cl_kernel kernel = driver.clCloneKernel(source, status);
    if (!kernel) return kernel;
    note([&] {
        const std::vector<SetArgument> arguments = objects().state_of(source).arguments;
        objects().kernels.erase(kernel);
        objects().state_of(kernel).arguments = arguments;
    });
    return kernel;
}

cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
    if (kernel && value_of<cl_uint>(driver.clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT) == 1)
        forget_kernel(kernel);
    return driver.clReleaseKernel(kernel);
}

cl_mem keep(cl_mem memory) {
    if (memory) note([&] { objects().memory.insert(memory); });
    return memory;
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t size,
                                 void* host, cl_int* status) {
    return keep(driver.clCreateBuffer(context, flags, size, host, status));
}

cl_mem CL_API_CALL create_buffer_with(cl_context context, const cl_mem_properties* properties,
                                      cl_mem_flags flags, std::size_t size, void* host,
                                      cl_int* status) {
    return keep(
        driver.clCreateBufferWithProperties(context, properties, flags, size, host, status));
}

cl_mem CL_API_CALL create_part(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                               const void* info, cl_int* status) {
    return keep(driver.clCreateSubBuffer(buffer, flags, type, info, status));
}

cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
                                const cl_image_format* format, const cl_image_desc* about,
                                void* host, cl_int* status) {
    return keep(driver.clCreateImage(context, flags, format, about, host, status));
}

cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* format, std::size_t width,
                                   std::size_t height, std::size_t pitch, void* host,
                                   cl_int* status) {
    return keep(driver.clCreateImage2D(context, flags, format, width, height, pitch, host, status));
}

cl_mem CL_API_CALL create_image_3d(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* format, std::size_t width,
                                   std::size_t height, std::size_t depth, std::size_t row,
                                   std::size_t slice, void* host, cl_int* status) {
    return keep(driver.clCreateImage3D(context, flags, format, width, height, depth, row, slice,
                                       host, status));
}

cl_sampler keep(cl_sampler sampler) {
    if (sampler) note([&] { objects().samplers.insert(sampler); });
    return sampler;
}

cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
                                      cl_addressing_mode addressing, cl_filter_mode filter,
                                      cl_int* status) {
    return keep(driver.clCreateSampler(context, normalized, addressing, filter, status));
}

cl_sampler CL_API_CALL create_sampler_with(cl_context context,
                                           const cl_sampler_properties* properties,
                                           cl_int* status) {
    return keep(driver.clCreateSamplerWithProperties(context, properties, status));
}

cl_int CL_API_CALL release_memory(cl_mem memory) {
    const bool last =
        memory && value_of<cl_uint>(driver.clGetMemObjectInfo, memory, CL_MEM_REFERENCE_COUNT) == 1;
    if (last) note([&] { objects().memory.erase(memory); });
    return driver.clReleaseMemObject(memory);
}

cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* status) {
    if (captures()) properties |= CL_QUEUE_PROFILING_ENABLE;
    return driver.clCreateCommandQueue(context, device, properties, status);
}

cl_command_queue CL_API_CALL create_queue_with(cl_context context, cl_device_id device,
                                               const cl_queue_properties* properties,
                                               cl_int* status) {
    if (!captures())
        return driver.clCreateCommandQueueWithProperties(context, device, properties, status);
    std::vector<cl_queue_properties> more;
    const bool extended = try_to([&] { more = with_profiling(properties); });
    return driver.clCreateCommandQueueWithProperties(context, device,
                                                     extended ? more.data() : properties, status);
}

cl_int CL_API_CALL release_queue(cl_command_queue queue) {
    if (captures()) {
        driver.clFinish(queue);
        try_to(collect_times);
    }
    if (queue &&
        value_of<cl_uint>(driver.clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT) == 1)
        note([&] { objects().queues.erase(queue); });
    return driver.clReleaseCommandQueue(queue);
}

cl_event CL_API_CALL create_user_event(cl_context context, cl_int* status) {
    cl_event event = driver.clCreateUserEvent(context, status);
    if (event) note([&] { objects().pending_events.insert(event); });
    return event;
}

cl_int CL_API_CALL set_user_event(cl_event event, cl_int value) {
    const cl_int status = driver.clSetUserEventStatus(event, value);
    note([&] { objects().pending_events.erase(event); });
    return status;
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
    const cl_int status = driver.clFinish(queue);
    try_to(collect_times);
    return status;
}

cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event* list) {
    const cl_int status = driver.clWaitForEvents(count, list);
    try_to(collect_times);
    return status;
}

cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               std::size_t offset, std::size_t size, void* to, cl_uint waits,
                               const cl_event* list, cl_event* event) {
    const cl_int status =
        driver.clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, waits, list, event);
    if (blocking) try_to(collect_times);
    return status;
}

void hook_all() {
    altered.clEnqueueNDRangeKernel = enqueue_kernel;
    altered.clSetKernelArg = set_argument;
    altered.clSetKernelArgSVMPointer = set_shared_pointer;
    altered.clSetKernelExecInfo = set_execution_info;
    hook_programs(altered);
    altered.clCreateKernel = create_kernel;
    altered.clCreateKernelsInProgram = create_kernels;
    altered.clCloneKernel = clone_kernel;
    altered.clReleaseKernel = release_kernel;
    altered.clCreateBuffer = create_buffer;
    altered.clCreateBufferWithProperties = create_buffer_with;
    altered.clCreateSubBuffer = create_part;
    altered.clCreateImage = create_image;
    altered.clCreateImage2D = create_image_2d;
    altered.clCreateImage3D = create_image_3d;
    altered.clCreateSampler = create_sampler;
    altered.clCreateSamplerWithProperties = create_sampler_with;
    altered.clReleaseMemObject = release_memory;
    altered.clCreateCommandQueue = create_queue;
    altered.clCreateCommandQueueWithProperties = create_queue_with;
    altered.clReleaseCommandQueue = release_queue;
    altered.clCreateUserEvent = create_user_event;
    altered.clSetUserEventStatus = set_user_event;
    if (!captures()) return;
    altered.clFinish = finish;
    altered.clWaitForEvents = wait_for_events;
    altered.clEnqueueReadBuffer = read_buffer;
}

}  // namespace
}  // namespace hone::layer

// The names are those of <CL/cl_layer.h>.
extern "C" __attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info param_name, std::size_t param_value_size, void* param_value,
               std::size_t* param_value_size_ret) {
    constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const bool fits = !param_value || param_value_size >= sizeof version;
    if (param_name != CL_LAYER_API_VERSION || !fits) return CL_INVALID_VALUE;
    if (param_value) std::memcpy(param_value, &version, sizeof version);
    if (param_value_size_ret) *param_value_size_ret = sizeof version;
    return CL_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint num_entries, const cl_icd_dispatch* target_dispatch, cl_uint* num_entries_ret,
            const cl_icd_dispatch** layer_dispatch_ret) {
    namespace layer = hone::layer;
    if (!target_dispatch || !num_entries_ret || !layer_dispatch_ret) return CL_INVALID_VALUE;
    const std::size_t bytes = std::min(sizeof layer::driver, num_entries * sizeof(void*));
    std::memcpy(&layer::driver, target_dispatch, bytes);
    layer::altered = layer::driver;
    layer::hook_all();
    if (layer::captures()) layer::begin_capture();
    *layer_dispatch_ret = &layer::altered;
    *num_entries_ret = sizeof layer::altered / sizeof(void*);
    return CL_SUCCESS;
}
