// SPDX-License-Identifier: MIT
// The same device under a second platform, as two drivers of one GPU list it. The loader only looks
// at the first word of a handle, so a twin's handle has nothing more. Each call with one is
// forwarded with the driver's handle.
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

#include "disguise.hpp"
#include "layer.hpp"

namespace layer {
namespace {

cl_icd_dispatch single;  // without the twin

struct Handle {
    const void* dispatch;
};

/// Handles of the twin with those of the driver.
template <class Id>
class Twins {
  public:
    Id twin_of(Id real) {
        const std::lock_guard lock(mutex_);
        auto& made = made_[real];
        if (!made) made = std::make_unique<Handle>(*reinterpret_cast<const Handle*>(real));
        real_[reinterpret_cast<Id>(made.get())] = real;
        return reinterpret_cast<Id>(made.get());
    }
    Id real(Id any) {
        const std::lock_guard lock(mutex_);
        const auto known = real_.find(any);
        return known == real_.end() ? any : known->second;
    }

  private:
    std::mutex mutex_;
    std::map<Id, std::unique_ptr<Handle>> made_;
    std::map<Id, Id> real_;
};
Twins<cl_platform_id> platforms;
Twins<cl_device_id> devices;

template <class Argument>
Argument real(Argument argument) {
    return argument;
}
cl_device_id real(cl_device_id device) {
    return devices.real(device);
}
// A list of devices has one entry: no context here is shared among several.
const cl_device_id* real(const cl_device_id* list) {
    static thread_local cl_device_id one;
    if (!list) return nullptr;
    one = devices.real(*list);
    return &one;
}

template <auto Member, class Function>
struct Translated;
template <auto Member, class Result, class... Arguments>
struct Translated<Member, Result(CL_API_CALL*)(Arguments...)> {
    static Result CL_API_CALL call(Arguments... arguments) {
        return (single.*Member)(real(arguments)...);
    }
};

template <auto Member>
void translate() {
    using Function = std::remove_reference_t<decltype(disguised.*Member)>;
    disguised.*Member = &Translated<Member, Function>::call;
}

// The driver's first platform that has a device, and that device.
cl_platform_id shown_twice() {
    cl_platform_id all[16] = {};
    cl_uint count = 0;
    single.clGetPlatformIDs(16, all, &count);
    for (cl_uint i = 0; i < count && i < 16; ++i) {
        cl_uint found = 0;
        if (single.clGetDeviceIDs(all[i], CL_DEVICE_TYPE_ALL, 0, nullptr, &found) == CL_SUCCESS &&
            found > 0)
            return all[i];
    }
    return nullptr;
}

cl_int CL_API_CALL platform_ids(cl_uint entries, cl_platform_id* list, cl_uint* count) {
    cl_uint found = 0;
    const cl_int status = single.clGetPlatformIDs(entries, list, &found);
    if (status != CL_SUCCESS) return status;
    cl_platform_id first = shown_twice();
    if (list && found < entries && first) list[found] = platforms.twin_of(first);
    if (count) *count = first ? found + 1 : found;
    return status;
}

cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, std::size_t size,
                                 void* value, std::size_t* actual) {
    const cl_platform_id first = platforms.real(platform);
    if (first != platform && what == CL_PLATFORM_NAME)
        return reply(disguise()->twin + '\0', size, value, actual);
    return single.clGetPlatformInfo(first, what, size, value, actual);
}

cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type type, cl_uint entries,
                              cl_device_id* list, cl_uint* count) {
    const cl_platform_id first = platforms.real(platform);
    cl_uint found = 0;
    const cl_int status = single.clGetDeviceIDs(first, type, entries, list, &found);
    if (count) *count = found;
    if (status == CL_SUCCESS && first != platform)
        for (cl_uint i = 0; list && i < found && i < entries; ++i)
            list[i] = devices.twin_of(list[i]);
    return status;
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, std::size_t size,
                               void* value, std::size_t* actual) {
    const cl_device_id first = devices.real(device);
    const cl_int status = single.clGetDeviceInfo(first, what, size, value, actual);
    if (status == CL_SUCCESS && first != device && what == CL_DEVICE_PLATFORM && value) {
        auto* platform = static_cast<cl_platform_id*>(value);
        *platform = platforms.twin_of(*platform);
    }
    return status;
}

}  // namespace

void hook_twin() {
    single = disguised;
    translate<&cl_icd_dispatch::clCreateContext>();
    translate<&cl_icd_dispatch::clCreateCommandQueue>();
    translate<&cl_icd_dispatch::clCreateCommandQueueWithProperties>();
    translate<&cl_icd_dispatch::clCreateProgramWithBinary>();
    translate<&cl_icd_dispatch::clBuildProgram>();
    translate<&cl_icd_dispatch::clGetProgramBuildInfo>();
    translate<&cl_icd_dispatch::clGetKernelWorkGroupInfo>();
    translate<&cl_icd_dispatch::clGetKernelSubGroupInfo>();
    translate<&cl_icd_dispatch::clRetainDevice>();
    translate<&cl_icd_dispatch::clReleaseDevice>();
    disguised.clGetPlatformIDs = platform_ids;
    disguised.clGetPlatformInfo = platform_info;
    disguised.clGetDeviceIDs = device_ids;
    disguised.clGetDeviceInfo = device_info;
}

}  // namespace layer
