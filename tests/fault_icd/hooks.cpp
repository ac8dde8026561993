// SPDX-License-Identifier: MIT
// Inserts the faults between the application and each function that it calls.
#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "faults.hpp"
#include "layer.hpp"

namespace layer {
namespace {

// A failed call: its status, or no object and the status through the last argument.
template <class Result, class Last>
Result refuse(cl_int status, Last* last) {
    if constexpr (!std::is_pointer_v<Result>) return status;
    if constexpr (std::is_pointer_v<Result> && std::is_same_v<Last, cl_int>)
        if (last) *last = status;
    return Result{};
}

template <std::size_t length>
struct Word {
    constexpr Word(const char (&word)[length]) { std::copy_n(word, length, text.begin()); }
    std::array<char, length> text{};
};

/// Any call that can fail, hang, crash or be late, and any query that can be answered wrongly.
template <auto Member, Word name, class Function>
struct Hook;
template <auto Member, Word name, class Result, class... Arguments>
struct Hook<Member, name, Result(CL_API_CALL*)(Arguments...)> {
    using All = std::tuple<Arguments...>;
    static constexpr std::size_t count = sizeof...(Arguments);
    template <std::size_t place>
    using At = std::tuple_element_t<place, All>;

    // The object, the size of the buffer, the buffer, and the actual size.
    static constexpr bool asks() {
        if constexpr (count >= 5)
            return std::is_same_v<At<count - 4>, cl_uint> && std::is_same_v<At<count - 2>, void*> &&
                   std::is_same_v<At<count - 1>, std::size_t*>;
        return false;
    }

    static Result CL_API_CALL call(Arguments... arguments) {
        const All all(arguments...);
        std::string what(name.text.data());
        if constexpr (asks()) what += question(std::get<count - 4>(all));
        const auto fault = due(what);
        if (fault && !goes_on(*fault)) {
            const auto status = static_cast<cl_int>(fault->number);
            if constexpr (std::is_pointer_v<At<count - 1>>)
                return refuse<Result>(status, std::get<count - 1>(all));
            else
                return static_cast<Result>(status);
        }
        const Result result = (disguised.*Member)(arguments...);
        if constexpr (asks())
            if (fault) alter_answer(*fault, std::get<count - 3>(all), std::get<count - 2>(all));
        return result;
    }
};

template <auto Member, Word name>
void hook() {
    using Function = std::remove_reference_t<decltype(altered.*Member)>;
    altered.*Member = &Hook<Member, name, Function>::call;
}
#define HOOK(name) hook<&cl_icd_dispatch::name, #name>()

cl_int CL_API_CALL build_program(cl_program program, cl_uint devices, const cl_device_id* list,
                                 const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                                 void* data) {
    std::string asked(options ? options : "");
    const auto fault = due("clBuildProgram", &asked);
    if (fault && !goes_on(*fault)) return static_cast<cl_int>(fault->number);
    if (fault && fault->what == "garbage") asked += " -DADDEND=2";  // not what was asked for
    return disguised.clBuildProgram(program, devices, list, asked.c_str(), notify, data);
}

std::string name_of(cl_kernel kernel) {
    std::array<char, 256> name{};
    driver.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, name.size() - 1, name.data(), nullptr);
    return name.data();
}

// A launch that is not executed still has an event.
cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* global,
                                  const std::size_t* local, cl_uint waits, const cl_event* list,
                                  cl_event* event) {
    note_launch(name_of(kernel));
    const auto fault = due("clEnqueueNDRangeKernel");
    if (fault && !goes_on(*fault)) {
        if (fault->what == "error") return static_cast<cl_int>(fault->number);
        return driver.clEnqueueMarkerWithWaitList(queue, waits, list, event);
    }
    return disguised.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits,
                                            list, event);
}

cl_int CL_API_CALL enqueue_read(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                std::size_t offset, std::size_t size, void* where, cl_uint waits,
                                const cl_event* list, cl_event* event) {
    const auto fault = due("clEnqueueReadBuffer");
    if (fault && !goes_on(*fault)) return static_cast<cl_int>(fault->number);
    const cl_int status = disguised.clEnqueueReadBuffer(queue, buffer, fault ? CL_TRUE : blocking,
                                                        offset, size, where, waits, list, event);
    if (fault) alter_answer(*fault, size, where);
    return status;
}

// `length` is the time between the start of a command and its end.
cl_int CL_API_CALL profile_event(cl_event event, cl_profiling_info moment, std::size_t size,
                                 void* value, std::size_t* bytes) {
    using Profile = Hook<&cl_icd_dispatch::clGetEventProfilingInfo, "clGetEventProfilingInfo",
                         decltype(altered.clGetEventProfilingInfo)>;
    const cl_int status = Profile::call(event, moment, size, value, bytes);
    if (status != CL_SUCCESS || moment != CL_PROFILING_COMMAND_END || !value) return status;
    const auto fault = due("length");
    if (!fault) return status;
    cl_ulong start = 0, end = 0;
    disguised.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                      nullptr);
    std::memcpy(&end, value, sizeof end);
    cl_ulong length = end - start;
    alter_answer(*fault, sizeof length, &length);
    end = start + length;
    std::memcpy(value, &end, sizeof end);
    return status;
}

}  // namespace

void hook_faults() {
    HOOK(clGetPlatformIDs);
    HOOK(clGetPlatformInfo);
    HOOK(clGetDeviceIDs);
    HOOK(clCreateContext);
    HOOK(clCreateCommandQueue);
    HOOK(clCreateCommandQueueWithProperties);
    HOOK(clCreateBuffer);
    HOOK(clCreateProgramWithSource);
    HOOK(clCreateKernel);
    HOOK(clSetKernelArg);
    HOOK(clEnqueueWriteBuffer);
    HOOK(clEnqueueCopyBuffer);
    HOOK(clEnqueueFillBuffer);
    HOOK(clEnqueueMarkerWithWaitList);
    HOOK(clFlush);
    HOOK(clFinish);
    HOOK(clWaitForEvents);
    HOOK(clGetEventInfo);
    HOOK(clGetDeviceInfo);
    HOOK(clGetKernelWorkGroupInfo);
    HOOK(clGetProgramBuildInfo);
    altered.clGetEventProfilingInfo = profile_event;
    altered.clBuildProgram = build_program;
    altered.clEnqueueNDRangeKernel = enqueue_kernel;
    altered.clEnqueueReadBuffer = enqueue_read;
}

}  // namespace layer
