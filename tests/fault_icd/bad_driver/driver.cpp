// SPDX-License-Identifier: MIT
// A driver that hangs or crashes at the first query for its platforms, or has none:
// HONE_TEST_DRIVER selects which.
#include <CL/cl_icd.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint /*entries*/,
                                                       cl_platform_id* /*list*/,
                                                       cl_uint* num_platforms) {
    constexpr cl_int none = -1001;
    const char* said = std::getenv("HONE_TEST_DRIVER");
    const std::string_view what = said ? said : "";
    while (what == "hang") ::sleep(60);
    if (what == "crash") std::abort();
    if (num_platforms) *num_platforms = 0;
    return none;
}

// The loader also looks up this function, but never calls it without a platform.
CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id /*platform*/,
                                                  cl_platform_info /*what*/, std::size_t /*size*/,
                                                  void* /*value*/, std::size_t* /*actual*/) {
    return CL_INVALID_PLATFORM;
}

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
    const std::string_view asked = name;
    if (asked == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR);
    return asked == "clGetPlatformInfo" ? reinterpret_cast<void*>(&clGetPlatformInfo) : nullptr;
}
}
