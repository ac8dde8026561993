// SPDX-License-Identifier: MIT
// The device's name includes the name of a CPU; the platform's version includes that of the
// compiler.
#include "db/program/program_key.hpp"

#include <array>

#include "db/model/sha256.hpp"
#include "db/sqlite/version.hpp"

namespace hone::program {
namespace {

std::string info_of(hone_query ask, void* handle, unsigned what) {
    std::size_t size = 0;
    if (ask(handle, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string text(size, '\0');
    if (ask(handle, what, size, text.data(), nullptr) != CL_SUCCESS) return {};
    text.resize(size - 1);
    return text;
}

}  // namespace

std::string device_text(const hone_opencl& opencl, cl_device_id device) {
    std::string text = this_tool();
    for (const cl_uint what :
         {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION})
        text += '\n' + info_of(opencl.device_info, device, what);
    cl_platform_id platform = nullptr;
    if (opencl.device_info(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) !=
        CL_SUCCESS)
        return text;
    for (const cl_uint what : {CL_PLATFORM_NAME, CL_PLATFORM_VERSION})
        text += '\n' + info_of(opencl.platform_info, platform, what);
    return text;
}

std::string program_key(const std::string& device_text, const TunedKernel& kernel,
                        const std::string& about) {
    Fingerprint key;
    key.add(about).add(device_text).add(kernel.source.str()).add(kernel.build_options);
    return key.add(kernel.rewrite).id();
}

}  // namespace hone::program
