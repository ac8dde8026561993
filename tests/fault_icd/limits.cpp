// SPDX-License-Identifier: MIT
// Enforces the limits of a disguise, as the simulated driver would.
#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "disguise.hpp"
#include "layer.hpp"

namespace layer {
namespace {

// As in a compiler without the type: its name is undefined, and the extension's macro is missing.
constexpr const char* without_double =
    "#undef cl_khr_fp64\n#undef __opencl_c_fp64\n#define double this_device_has_no_double\n"
    "#line 1\n";

std::atomic<std::size_t> waiting = 0;  // launches that were not flushed

std::uint64_t most(cl_uint question) {
    return disguise()->number(question).value_or(std::numeric_limits<std::uint64_t>::max());
}

template <class Object>
Object refuse(cl_int why, cl_int* status) {
    if (status) *status = why;
    return nullptr;
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t size,
                                 void* host, cl_int* status) {
    if (size > most(CL_DEVICE_MAX_MEM_ALLOC_SIZE))
        return refuse<cl_mem>(CL_INVALID_BUFFER_SIZE, status);
    return driver.clCreateBuffer(context, flags, size, host, status);
}

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** texts,
                                      const std::size_t* lengths, cl_int* status) {
    if (disguise()->has("double"))
        return driver.clCreateProgramWithSource(context, count, texts, lengths, status);
    std::vector<const char*> all{without_double};
    std::vector<std::size_t> sizes{0};  // up to its end
    for (cl_uint i = 0; i < count; ++i) {
        all.push_back(texts[i]);
        sizes.push_back(lengths ? lengths[i] : 0);
    }
    return driver.clCreateProgramWithSource(context, count + 1, all.data(), sizes.data(), status);
}

bool may_queue(cl_command_queue_properties wanted) {
    const bool profiling = (wanted & CL_QUEUE_PROFILING_ENABLE) != 0;
    const bool out_of_order = (wanted & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    return (!profiling || disguise()->has("profiling")) &&
           (!out_of_order || disguise()->has("queueing"));
}

cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties wanted, cl_int* status) {
    if (!may_queue(wanted)) return refuse<cl_command_queue>(CL_INVALID_QUEUE_PROPERTIES, status);
    return driver.clCreateCommandQueue(context, device, wanted, status);
}

cl_command_queue CL_API_CALL create_queue_with(cl_context context, cl_device_id device,
                                               const cl_queue_properties* wanted, cl_int* status) {
    for (const cl_queue_properties* at = wanted; at && *at != 0; at += 2)
        if (*at == CL_QUEUE_PROPERTIES && !may_queue(at[1]))
            return refuse<cl_command_queue>(CL_INVALID_QUEUE_PROPERTIES, status);
    return driver.clCreateCommandQueueWithProperties(context, device, wanted, status);
}

cl_int launch_fault(cl_uint dimensions, const std::size_t* global, const std::size_t* local) {
    const std::uint64_t farthest = most(CL_DEVICE_ADDRESS_BITS) == 32
                                       ? std::numeric_limits<std::uint32_t>::max()
                                       : std::numeric_limits<std::uint64_t>::max();
    const auto& sizes = disguise()->answers.find(CL_DEVICE_MAX_WORK_ITEM_SIZES);
    std::uint64_t items = 1;
    for (cl_uint d = 0; d < dimensions; ++d) {
        if (global && global[d] > farthest) return CL_INVALID_GLOBAL_WORK_SIZE;
        if (!local) continue;
        items *= local[d];
        if (sizes == disguise()->answers.end()) continue;
        const auto* along = reinterpret_cast<const std::uint64_t*>(sizes->second.data());
        if (local[d] > along[d]) return CL_INVALID_WORK_ITEM_SIZE;
    }
    return items > most(CL_DEVICE_MAX_WORK_GROUP_SIZE) ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

cl_ulong local_memory_of(cl_command_queue queue, cl_kernel kernel) {
    cl_device_id device = nullptr;
    cl_ulong bytes = 0;
    driver.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
    driver.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                                    nullptr);
    return bytes;
}

cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* global,
                                  const std::size_t* local, cl_uint waits, const cl_event* list,
                                  cl_event* event) {
    if (const cl_int fault = launch_fault(dimensions, global, local)) return fault;
    if (local_memory_of(queue, kernel) > most(CL_DEVICE_LOCAL_MEM_SIZE)) return CL_OUT_OF_RESOURCES;
    if (++waiting > disguise()->queue) return CL_OUT_OF_RESOURCES;
    const cl_int status = driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
                                                        local, waits, list, event);
    if (status == CL_SUCCESS && !disguise()->has("queueing")) return driver.clFinish(queue);
    return status;
}

cl_int CL_API_CALL flush(cl_command_queue queue) {
    waiting = 0;
    return driver.clFlush(queue);
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
    waiting = 0;
    return driver.clFinish(queue);
}

cl_int CL_API_CALL wait(cl_uint count, const cl_event* events) {
    waiting = 0;
    return driver.clWaitForEvents(count, events);
}

}  // namespace

void hook_limits() {
    disguised.clFlush = flush;
    disguised.clFinish = finish;
    disguised.clWaitForEvents = wait;
    disguised.clCreateBuffer = create_buffer;
    disguised.clCreateProgramWithSource = create_program;
    disguised.clCreateCommandQueue = create_queue;
    disguised.clCreateCommandQueueWithProperties = create_queue_with;
    disguised.clEnqueueNDRangeKernel = enqueue_kernel;
}

}  // namespace layer
