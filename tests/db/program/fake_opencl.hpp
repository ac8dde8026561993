// SPDX-License-Identifier: MIT
// A fake driver as a table of functions: it counts calls, returns PTX or nothing as binaries,
// rejects calls on request, and tracks references.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "db/program/opencl_calls.h"
#include "db/ptx/ptx_rewrite.hpp"

namespace hone::test {

/// The driver's inputs and behavior. It is a singleton, since a table of C functions has no object.
struct FakeDriver {
    struct Object {
        std::string text{};  // of a program: source or binary; of a kernel: its entry
        bool built = false;
        int held = 1;
        std::size_t bytes = 0;   // of a buffer
        std::size_t taken = 0;   // of the device's memory
        cl_mem whole = nullptr;  // the parent of a sub-buffer, which begins at this byte
        std::size_t origin = 0;
        std::uintptr_t host = 0;  // the application's memory
        cl_command_queue queue = nullptr;
        std::map<cl_uint, std::string> arguments{};
        cl_int status = CL_QUEUED;  // of an event
    };
    struct Launched {
        std::string entry;
        std::vector<std::size_t> global, local;
        std::vector<cl_event> waits;
        cl_event event = nullptr;
        cl_command_queue queue = nullptr;
        std::map<cl_uint, std::string> arguments;
    };

    std::string driver_version = "1";
    bool gives_binaries = true;
    bool boasts_of_binaries = false;  // reports more bytes than there are
    bool gives_ptx = true;
    bool takes_binaries = true;
    cl_int binary_failure = CL_INVALID_BINARY;  // of a binary that is not taken
    bool runs_rewritten = true;
    bool out_of_order = false;
    bool is_of_context = true;  // whether the context has the device
    bool has_own_memory = false;
    bool cuts_buffers = true;
    std::function<bool(const std::string& source)> compiles;  // empty: compiles everything
    cl_int build_failure = CL_BUILD_PROGRAM_FAILURE;          // of a failed build
    cl_int queue_failure = CL_SUCCESS;                        // of every new queue
    std::string entry_that_fails;                             // at its launch
    cl_int launch_failure = CL_OUT_OF_RESOURCES;              // the status of that failure
    std::size_t most_items = 1024;                            // per work-group, for any kernel
    std::size_t required_items = 0;                           // per work-group, by the kernel

    std::size_t memory = 0;  // that buffers have taken
    std::size_t most_memory = SIZE_MAX;

    int kernels = 0;  // created so far
    int refused_launches = 0;
    std::atomic<int> device_queries = 0;
    int source_builds = 0;
    int binary_builds = 0;
    int flushes = 0;
    int alive = 0;  // objects with references
    std::vector<Launched> launched;
    /// The launches on this queue, in order; with `entry`, only those of this entry.
    std::vector<Launched> launched_on(cl_command_queue queue, const std::string& entry = "") const {
        std::vector<Launched> some;
        for (const Launched& one : launched)
            if (one.queue == queue && (entry.empty() || one.entry == entry)) some.push_back(one);
        return some;
    }
    std::vector<std::pair<cl_command_queue, cl_event>> markers;
    struct Copied {
        cl_mem from, to;
        std::size_t from_begin, to_begin;
    };
    std::vector<Copied> copies;
    std::mutex mutex;

    static FakeDriver& of_test() {
        static FakeDriver driver;
        return driver;
    }
    /// Resets the driver.
    static FakeDriver& fresh();

    template <class Handle>
    Handle make(Object object) {
        const std::lock_guard lock(mutex);
        ++alive;
        return reinterpret_cast<Handle>(new Object(std::move(object)));
    }
    template <class Handle>
    static Object& at(Handle handle) {
        return *reinterpret_cast<Object*>(handle);
    }
    template <class Handle>
    cl_int release(Handle handle) {
        const std::lock_guard lock(mutex);
        if (--at(handle).held > 0) return CL_SUCCESS;
        --alive;
        memory -= at(handle).taken;
        delete &at(handle);
        return CL_SUCCESS;
    }
};

inline FakeDriver& FakeDriver::fresh() {
    FakeDriver& driver = of_test();
    driver.driver_version = "1";
    driver.gives_binaries = driver.gives_ptx = driver.takes_binaries = true;
    driver.runs_rewritten = true;
    driver.boasts_of_binaries = false;
    driver.binary_failure = CL_INVALID_BINARY;
    driver.is_of_context = true;
    driver.out_of_order = driver.has_own_memory = false;
    driver.cuts_buffers = true;
    driver.copies.clear();
    driver.compiles = nullptr;
    driver.build_failure = CL_BUILD_PROGRAM_FAILURE;
    driver.queue_failure = CL_SUCCESS;
    driver.entry_that_fails.clear();
    driver.launch_failure = CL_OUT_OF_RESOURCES;
    driver.most_memory = SIZE_MAX;
    driver.kernels = driver.refused_launches = 0;
    driver.most_items = 1024;
    driver.required_items = 0;
    driver.device_queries = 0;
    driver.source_builds = driver.binary_builds = driver.flushes = 0;
    driver.launched.clear();
    driver.markers.clear();
    return driver;
}

namespace fake {

inline FakeDriver& driver() {
    return FakeDriver::of_test();
}

inline cl_int tell(std::string_view bytes, std::size_t size, void* value, std::size_t* actual) {
    if (actual) *actual = bytes.size();
    if (value && size < bytes.size()) return CL_INVALID_VALUE;
    if (value) std::memcpy(value, bytes.data(), bytes.size());
    return CL_SUCCESS;
}

template <class T>
cl_int tell_value(const T& value, std::size_t size, void* to, std::size_t* actual) {
    return tell({reinterpret_cast<const char*>(&value), sizeof value}, size, to, actual);
}

// With the terminating zero.
inline cl_int tell_text(const std::string& text, std::size_t size, void* to, std::size_t* actual) {
    return tell({text.c_str(), text.size() + 1}, size, to, actual);
}

inline int platform_info(void* /*platform*/, unsigned /*what*/, std::size_t size, void* value,
                         std::size_t* actual) {
    return tell_text("Fake", size, value, actual);
}

inline int device_info(void* /*device*/, unsigned what, std::size_t size, void* value,
                       std::size_t* actual) {
    ++driver().device_queries;
    if (what == CL_DEVICE_PLATFORM) return tell_value(cl_platform_id{nullptr}, size, value, actual);
    if (what == CL_DEVICE_TYPE)
        return tell_value(cl_device_type{CL_DEVICE_TYPE_GPU}, size, value, actual);
    if (what == CL_DEVICE_MAX_WORK_GROUP_SIZE)
        return tell_value(std::size_t{1024}, size, value, actual);
    if (what == CL_DEVICE_HOST_UNIFIED_MEMORY)
        return tell_value<cl_bool>(driver().has_own_memory ? CL_FALSE : CL_TRUE, size, value,
                                   actual);
    if (what == CL_DRIVER_VERSION) return tell_text(driver().driver_version, size, value, actual);
    if (what == CL_DEVICE_NAME) return tell_text("Fake GPU", size, value, actual);
    return CL_INVALID_VALUE;
}

inline cl_program CL_API_CALL with_source(cl_context /*context*/, cl_uint /*count*/,
                                          const char** text, const std::size_t* length,
                                          cl_int* status) {
    *status = CL_SUCCESS;
    return driver().make<cl_program>({.text = {*text, *length}});
}

inline cl_program CL_API_CALL with_binary(cl_context /*context*/, cl_uint /*count*/,
                                          const cl_device_id* /*devices*/,
                                          const std::size_t* length, const unsigned char** bytes,
                                          cl_int* of_device, cl_int* status) {
    *status = *of_device = driver().takes_binaries ? CL_SUCCESS : driver().binary_failure;
    if (!driver().takes_binaries) return nullptr;
    return driver().make<cl_program>(
        {.text = {reinterpret_cast<const char*>(*bytes), *length}, .built = true});
}

inline cl_int CL_API_CALL build(cl_program program, cl_uint /*count*/,
                                const cl_device_id* /*devices*/, const char* /*options*/,
                                void(CL_CALLBACK* /*notify*/)(cl_program, void*), void* /*data*/) {
    FakeDriver::Object& object = FakeDriver::at(program);
    if (object.built) return ++driver().binary_builds, CL_SUCCESS;
    const std::lock_guard lock(driver().mutex);
    ++driver().source_builds;
    object.built = !driver().compiles || driver().compiles(object.text);
    return object.built ? CL_SUCCESS : driver().build_failure;
}

inline std::string binary(const FakeDriver::Object& program) {
    const std::string ptx = ".version 8.0\n.target sm_90, texmode_independent\n";
    const bool was_binary = program.text.find(".target") != std::string::npos;
    return was_binary ? program.text : (driver().gives_ptx ? ptx : "ELF") + program.text;
}

inline cl_int CL_API_CALL program_info(cl_program program, cl_program_info what, std::size_t size,
                                       void* value, std::size_t* actual) {
    if (!driver().gives_binaries) return CL_OUT_OF_RESOURCES;
    const std::string bytes = binary(FakeDriver::at(program));
    if (what == CL_PROGRAM_NUM_DEVICES) return tell_value(cl_uint{1}, size, value, actual);
    if (what == CL_PROGRAM_DEVICES) return tell_value(cl_device_id{nullptr}, size, value, actual);
    const std::size_t length = driver().boasts_of_binaries ? std::size_t{1} << 50U : bytes.size();
    if (what == CL_PROGRAM_BINARY_SIZES) return tell_value(length, size, value, actual);
    std::memcpy(*static_cast<unsigned char**>(value), bytes.data(), bytes.size());
    return CL_SUCCESS;
}

inline cl_int CL_API_CALL build_info(cl_program /*program*/, cl_device_id /*device*/,
                                     cl_program_build_info /*what*/, std::size_t size, void* value,
                                     std::size_t* actual) {
    return tell_text("line 7: no such thing", size, value, actual);
}

template <class Handle>
cl_int CL_API_CALL retain(Handle handle) {
    const std::lock_guard lock(driver().mutex);
    ++FakeDriver::at(handle).held;
    return CL_SUCCESS;
}

template <class Handle>
cl_int CL_API_CALL release(Handle handle) {
    return driver().release(handle);
}

inline cl_kernel CL_API_CALL create_kernel(cl_program program, const char* entry, cl_int* status) {
    const bool has = FakeDriver::at(program).text.find(entry) != std::string::npos;
    *status = has ? CL_SUCCESS : CL_INVALID_KERNEL_NAME;
    if (has) ++driver().kernels;
    return has ? driver().make<cl_kernel>({.text = entry}) : nullptr;
}

inline cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t size,
                                       const void* value) {
    FakeDriver::at(kernel).arguments[index] =
        value ? std::string(static_cast<const char*>(value), size)
              : "local " + std::to_string(size);
    return CL_SUCCESS;
}

inline cl_int CL_API_CALL no_argument_info(cl_kernel /*kernel*/, cl_uint /*index*/,
                                           cl_kernel_arg_info /*what*/, std::size_t /*size*/,
                                           void* /*value*/, std::size_t* /*actual*/) {
    return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
}

inline cl_int CL_API_CALL work_group_info(cl_kernel /*kernel*/, cl_device_id /*device*/,
                                          cl_kernel_work_group_info what, std::size_t size,
                                          void* value, std::size_t* actual) {
    if (what == CL_KERNEL_WORK_GROUP_SIZE)
        return tell_value(driver().most_items, size, value, actual);
    if (what != CL_KERNEL_COMPILE_WORK_GROUP_SIZE) return CL_INVALID_VALUE;
    const std::size_t other = driver().required_items != 0 ? 1 : 0;
    const std::size_t required[3]{driver().required_items, other, other};
    return tell({reinterpret_cast<const char*>(required), sizeof required}, size, value, actual);
}

inline cl_mem CL_API_CALL create_buffer(cl_context /*context*/, cl_mem_flags /*flags*/,
                                        std::size_t size, void* /*host*/, cl_int* status) {
    {
        const std::lock_guard lock(driver().mutex);
        *status = driver().memory + size > driver().most_memory ? CL_MEM_OBJECT_ALLOCATION_FAILURE
                                                                : CL_SUCCESS;
        if (*status == CL_SUCCESS) driver().memory += size;
    }
    if (*status != CL_SUCCESS) return nullptr;
    return driver().make<cl_mem>({.bytes = size, .taken = size});
}

inline cl_mem CL_API_CALL create_part(cl_mem whole, cl_mem_flags /*flags*/,
                                      cl_buffer_create_type /*type*/, const void* region,
                                      cl_int* status) {
    const auto& part = *static_cast<const cl_buffer_region*>(region);
    const bool can = driver().cuts_buffers && FakeDriver::at(whole).whole == nullptr;
    *status = can ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
    if (!can) return nullptr;
    return driver().make<cl_mem>({.bytes = part.size, .whole = whole, .origin = part.origin});
}

inline cl_int CL_API_CALL copy_rows(cl_command_queue /*queue*/, cl_mem from, cl_mem to,
                                    const std::size_t* from_begin, const std::size_t* to_begin,
                                    const std::size_t* /*region*/, std::size_t /*from_row*/,
                                    std::size_t /*from_slice*/, std::size_t /*to_row*/,
                                    std::size_t /*to_slice*/, cl_uint /*waits*/,
                                    const cl_event* /*list*/, cl_event* event) {
    driver().copies.push_back({from, to, from_begin[0], to_begin[0]});
    *event = driver().make<cl_event>({});
    return CL_SUCCESS;
}

inline cl_int CL_API_CALL buffer_info(cl_mem buffer, cl_mem_info what, std::size_t size,
                                      void* value, std::size_t* actual) {
    const FakeDriver::Object& object = FakeDriver::at(buffer);
    if (what == CL_MEM_ASSOCIATED_MEMOBJECT) return tell_value(object.whole, size, value, actual);
    if (what == CL_MEM_OFFSET) return tell_value(object.origin, size, value, actual);
    if (what == CL_MEM_HOST_PTR) return tell_value(object.host, size, value, actual);
    if (what == CL_MEM_FLAGS)
        return tell_value<cl_mem_flags>(object.host != 0 ? CL_MEM_USE_HOST_PTR : 0, size, value,
                                        actual);
    if (what != CL_MEM_SIZE) return CL_INVALID_VALUE;
    return tell_value(object.bytes, size, value, actual);
}

inline cl_int CL_API_CALL context_info(cl_context /*context*/, cl_context_info what,
                                       std::size_t size, void* value, std::size_t* actual) {
    if (what != CL_CONTEXT_DEVICES) return CL_INVALID_VALUE;
    if (!driver().is_of_context) return tell({}, size, value, actual);
    return tell_value(cl_device_id{nullptr}, size, value, actual);
}

inline cl_command_queue CL_API_CALL create_queue(cl_context /*context*/, cl_device_id /*device*/,
                                                 cl_int* status) {
    *status = driver().queue_failure;
    return *status == CL_SUCCESS ? driver().make<cl_command_queue>({}) : nullptr;
}

inline cl_int CL_API_CALL queue_info(cl_command_queue /*queue*/, cl_command_queue_info what,
                                     std::size_t size, void* value, std::size_t* actual) {
    if (what == CL_QUEUE_CONTEXT || what == CL_QUEUE_DEVICE)
        return tell_value<void*>(nullptr, size, value, actual);
    if (what != CL_QUEUE_PROPERTIES) return CL_INVALID_VALUE;
    const cl_command_queue_properties properties =
        driver().out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    return tell_value(properties, size, value, actual);
}

inline cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel,
                                         cl_uint dimensions, const std::size_t* /*offset*/,
                                         const std::size_t* global, const std::size_t* local,
                                         cl_uint waits, const cl_event* list, cl_event* event) {
    const FakeDriver::Object& object = FakeDriver::at(kernel);
    if (object.text == driver().entry_that_fails) {
        ++driver().refused_launches;
        return driver().launch_failure;
    }
    if (event) *event = driver().make<cl_event>({});
    driver().launched.push_back({object.text,
                                 {global, global + dimensions},
                                 {local, local ? local + dimensions : local},
                                 {list, list + waits},
                                 event ? *event : nullptr,
                                 queue,
                                 object.arguments});
    return CL_SUCCESS;
}

inline cl_int CL_API_CALL enqueue_read(cl_command_queue /*queue*/, cl_mem /*buffer*/,
                                       cl_bool /*blocking*/, std::size_t /*offset*/,
                                       std::size_t size, void* to, cl_uint /*waits*/,
                                       const cl_event* /*list*/, cl_event* /*event*/) {
    const cl_int value = driver().runs_rewritten ? ptx_probe_value : 0;
    std::memcpy(to, &value, std::min(size, sizeof value));
    return CL_SUCCESS;
}

inline bool is_wait_list(cl_uint waits, const cl_event* list) {
    return (waits == 0) == (list == nullptr);
}

inline cl_int CL_API_CALL enqueue_marker(cl_command_queue queue, cl_uint waits,
                                         const cl_event* list, cl_event* event) {
    if (!is_wait_list(waits, list)) return CL_INVALID_EVENT_WAIT_LIST;
    *event = driver().make<cl_event>({});
    driver().markers.emplace_back(queue, *event);
    return CL_SUCCESS;
}

inline cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, std::size_t size,
                                     void* value, std::size_t* actual) {
    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) return CL_INVALID_VALUE;
    return tell_value(FakeDriver::at(event).status, size, value, actual);
}

inline cl_int CL_API_CALL flush(cl_command_queue /*queue*/) {
    return ++driver().flushes, CL_SUCCESS;
}

}  // namespace fake

/// The driver as a table.
inline hone_opencl fake_opencl() {
    hone_opencl table{};
    table.size = sizeof table;
    table.create_queue = fake::create_queue;
    table.platform_info = fake::platform_info;
    table.device_info = fake::device_info;
    table.clCreateProgramWithSource = fake::with_source;
    table.clCreateProgramWithBinary = fake::with_binary;
    table.clBuildProgram = fake::build;
    table.clGetProgramInfo = fake::program_info;
    table.clGetProgramBuildInfo = fake::build_info;
    table.clRetainProgram = fake::retain<cl_program>;
    table.clReleaseProgram = fake::release<cl_program>;
    table.clCreateKernel = fake::create_kernel;
    table.clReleaseKernel = fake::release<cl_kernel>;
    table.clSetKernelArg = fake::set_argument;
    table.clGetKernelArgInfo = fake::no_argument_info;
    table.clCreateBuffer = fake::create_buffer;
    table.clCreateSubBuffer = fake::create_part;
    table.clEnqueueCopyBufferRect = fake::copy_rows;
    table.clGetMemObjectInfo = fake::buffer_info;
    table.clReleaseMemObject = fake::release<cl_mem>;
    table.clGetCommandQueueInfo = fake::queue_info;
    table.clRetainCommandQueue = fake::retain<cl_command_queue>;
    table.clReleaseCommandQueue = fake::release<cl_command_queue>;
    table.clEnqueueNDRangeKernel = fake::enqueue_kernel;
    table.clEnqueueMarkerWithWaitList = fake::enqueue_marker;
    table.clEnqueueReadBuffer = fake::enqueue_read;
    table.clRetainEvent = fake::retain<cl_event>;
    table.clReleaseEvent = fake::release<cl_event>;
    table.clFlush = fake::flush;
    table.clGetEventInfo = fake::event_info;
    table.clGetKernelWorkGroupInfo = fake::work_group_info;
    table.clGetContextInfo = fake::context_info;
    return table;
}

}  // namespace hone::test
