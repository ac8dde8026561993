// SPDX-License-Identifier: MIT
// OpenCL handles that are released through the application's OpenCL, and checks of OpenCL calls.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "db/api/status.hpp"
#include "db/program/opencl_calls.h"

namespace hone::program {

/// A handle that is released on destruction.
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, cl_int(CL_API_CALL*)(Handle)>;

template <class Handle>
Owned<Handle> own(Handle handle, cl_int(CL_API_CALL* release)(Handle)) {
    return Owned<Handle>(handle, release);
}

/// Throws a Failure that names the call unless the status is CL_SUCCESS.
inline void check(cl_int status, std::string_view call) {
    if (status != CL_SUCCESS)
        throw Failure(status, std::string(call) + " failed with " + std::to_string(status));
}

/// The same; the text that names the call is only made on failure.
template <std::invocable Call>
void check(cl_int status, const Call& call) {
    if (status != CL_SUCCESS) check(status, std::string_view(call()));
}

}  // namespace hone::program
