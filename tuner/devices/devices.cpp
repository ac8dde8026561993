// SPDX-License-Identifier: MIT
// Lists the devices of this machine. db/device/opencl_device.cpp reads what drivers report, for
// applications, too. Facts that only a built kernel reports are queried here.
#include "tuner/devices/devices.hpp"

#include "db/device/opencl_device.hpp"

namespace hone {

namespace {

int run_probe(void* device, unsigned what, std::size_t size, void* value, std::size_t* actual) {
    return clGetDeviceInfo(static_cast<cl_device_id>(device), what, size, value, actual);
}

int ask_platform(void* platform, unsigned what, std::size_t size, void* value,
                 std::size_t* actual) {
    return clGetPlatformInfo(static_cast<cl_platform_id>(platform), what, size, value, actual);
}

/// Before OpenCL 3.0 only a built kernel reports the preferred multiple.
std::int64_t multiple_of_a_kernel(const cl::Device& handle) try {
    const cl::Context context(handle);
    const cl::Program program(context, "kernel void one(global int* x) { *x = 1; }", true);
    const cl::Kernel kernel(program, "one");
    return static_cast<std::int64_t>(
        kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(handle));
} catch (const cl::Error&) {
    return 0;
}

std::vector<cl::Platform> platforms() try {
    std::vector<cl::Platform> all;
    cl::Platform::get(&all);
    return all;
} catch (const cl::Error&) {
    return {};
}

/// Whether the device reports its platform. The C++ wrapper uses the value without a check.
bool has_platform(cl_device_id device) {
    cl_platform_id platform = nullptr;
    return clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr) ==
               CL_SUCCESS &&
           platform;
}

std::vector<cl::Device> devices_of(const cl::Platform& platform) {
    cl_uint count = 0;
    clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    std::vector<cl_device_id> handles(count);
    if (count == 0 || clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, count, handles.data(),
                                     nullptr) != CL_SUCCESS)
        return {};
    std::vector<cl::Device> all;
    for (cl_device_id handle : handles)
        if (has_platform(handle)) all.emplace_back(handle);
    return all;
}

}  // namespace

Device read_device(const cl::Device& handle) {
    Device device = read_device(handle(), {run_probe, ask_platform});
    // Building is the last resort, because it runs a compiler.
    if (device.preferred_multiple == 0)
        device.preferred_multiple = device.warp > 1 ? device.warp : multiple_of_a_kernel(handle);
    if (device.warp == 0) device.warp = device.preferred_multiple;
    return device;
}

std::vector<LocalDevice> all_devices() {
    std::vector<LocalDevice> devices;
    int platform_index = 0;
    for (const auto& platform : platforms()) {
        int index = 0;
        for (const auto& handle : devices_of(platform))
            devices.push_back({.device = read_device(handle),
                               .handle = handle,
                               .platform = platform_index,
                               .index = index++});
        ++platform_index;
    }
    return devices;
}

}  // namespace hone
