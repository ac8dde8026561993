// SPDX-License-Identifier: MIT
// Defines clGetProgramInfo. The definition in a program precedes the one in the OpenCL library, also
// for the calls of other libraries (symbol interposition).
#include "kernels/launch/clblast_binaries.hpp"

#include <dlfcn.h>
#include <CL/opencl.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace hone::blas {
namespace {

thread_local bool are_withheld = false;
thread_local std::size_t withheld = 0;

using GetProgramInfo = decltype(&clGetProgramInfo);

// The function of the OpenCL library.
GetProgramInfo get_program_info() {
    static const auto found = [] {
        void* const library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
        return reinterpret_cast<GetProgramInfo>(
            dlsym(library != nullptr ? library : RTLD_NEXT, "clGetProgramInfo"));
    }();
    return found;
}

bool is_for_cpus(cl_program program) {
    std::size_t bytes = 0;
    get_program_info()(program, CL_PROGRAM_DEVICES, 0, nullptr, &bytes);
    std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
    get_program_info()(program, CL_PROGRAM_DEVICES, bytes, devices.data(), nullptr);
    return std::ranges::all_of(devices, [](cl_device_id device) {
        cl_device_type type = 0;
        clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr);
        return (type & CL_DEVICE_TYPE_CPU) != 0;
    });
}

}  // namespace

BinariesWithheld::BinariesWithheld() {
    are_withheld = true;
}

BinariesWithheld::~BinariesWithheld() {
    are_withheld = false;
}

std::size_t binaries_withheld() {
    return withheld;
}

}  // namespace hone::blas

extern "C" [[gnu::visibility("default")]] cl_int CL_API_CALL
clGetProgramInfo(cl_program program, cl_program_info param_name, std::size_t param_value_size,
                 void* param_value, std::size_t* param_value_size_ret) {
    using namespace hone::blas;
    const bool is_about_binaries =
        param_name == CL_PROGRAM_BINARY_SIZES || param_name == CL_PROGRAM_BINARIES;
    if (!are_withheld || !is_about_binaries || !is_for_cpus(program))
        return get_program_info()(program, param_name, param_value_size, param_value,
                                  param_value_size_ret);
    if (param_name == CL_PROGRAM_BINARIES) return CL_SUCCESS;
    ++withheld;
    if (param_value != nullptr) std::memset(param_value, 0, param_value_size);
    if (param_value_size_ret != nullptr) *param_value_size_ret = sizeof(std::size_t);
    return CL_SUCCESS;
}
