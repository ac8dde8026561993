// SPDX-License-Identifier: MIT
// The answers of a disguise; the driver answers all other queries.
#include <algorithm>
#include <cstring>

#include "disguise.hpp"
#include "layer.hpp"

namespace layer {
namespace {

cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, std::size_t size,
                                 void* value, std::size_t* actual) {
    const auto& answers = disguise()->answers;
    if (const auto known = answers.find(what); known != answers.end())
        return reply(known->second, size, value, actual);
    return driver.clGetPlatformInfo(platform, what, size, value, actual);
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, std::size_t size,
                               void* value, std::size_t* actual) {
    const Disguise& worn = *disguise();
    if (worn.refused.count(what) > 0) return CL_INVALID_VALUE;
    if (const auto known = worn.answers.find(what); known != worn.answers.end())
        return reply(known->second, size, value, actual);
    return driver.clGetDeviceInfo(device, what, size, value, actual);
}

// Devices of the disguise's type, not of the driver's.
cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type type, cl_uint entries,
                              cl_device_id* devices, cl_uint* count) {
    constexpr cl_device_type any = CL_DEVICE_TYPE_DEFAULT;
    const auto said = disguise()->number(CL_DEVICE_TYPE);
    if (said && ((type & (*said | any)) == 0)) return CL_DEVICE_NOT_FOUND;
    return driver.clGetDeviceIDs(platform, said ? CL_DEVICE_TYPE_ALL : type, entries, devices,
                                 count);
}

// A kernel may have the device's work-groups, or smaller ones.
cl_int CL_API_CALL work_group_info(cl_kernel kernel, cl_device_id device,
                                   cl_kernel_work_group_info what, std::size_t size, void* value,
                                   std::size_t* actual) {
    const Disguise& worn = *disguise();
    if (const auto known = worn.answers.find(what); known != worn.answers.end())
        return reply(known->second, size, value, actual);
    const cl_int status =
        driver.clGetKernelWorkGroupInfo(kernel, device, what, size, value, actual);
    const auto most = worn.number(CL_DEVICE_MAX_WORK_GROUP_SIZE);
    if (status == CL_SUCCESS && most && value && what == CL_KERNEL_WORK_GROUP_SIZE) {
        std::size_t items = 0;
        std::memcpy(&items, value, sizeof items);
        items = std::min<std::size_t>(items, *most);
        std::memcpy(value, &items, sizeof items);
    }
    return status;
}

}  // namespace

cl_int reply(std::string_view bytes, std::size_t size, void* value, std::size_t* actual) {
    if (actual) *actual = bytes.size();
    if (value && size < bytes.size()) return CL_INVALID_VALUE;
    if (value) std::memcpy(value, bytes.data(), bytes.size());
    return CL_SUCCESS;
}

void hook_answers() {
    disguised.clGetPlatformInfo = platform_info;
    disguised.clGetDeviceInfo = device_info;
    disguised.clGetDeviceIDs = device_ids;
    disguised.clGetKernelWorkGroupInfo = work_group_info;
}

void hook_disguise() {
    if (!disguise()) return;
    hook_answers();
    hook_limits();
    if (!disguise()->twin.empty()) hook_twin();
}

}  // namespace layer
