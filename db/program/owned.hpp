// SPDX-License-Identifier: MIT
// Handles of OpenCL that are released by the application's own calls, and failures of those calls.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "db/api/status.hpp"
#include "db/program/opencl_calls.h"

namespace hone::program {

/// A handle that is released at the end.
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, cl_int(CL_API_CALL*)(Handle)>;

template <class Handle>
Owned<Handle> own(Handle handle, cl_int(CL_API_CALL* release)(Handle)) {
    return Owned<Handle>(handle, release);
}

/// Throws a Failure with what was tried unless the status is CL_SUCCESS.
inline void check(cl_int status, std::string_view call) {
    if (status != CL_SUCCESS)
        throw Failure(status, std::string(call) + " failed with " + std::to_string(status));
}

/// The same where the text of what was tried is made for a failure alone.
template <std::invocable Call>
void check(cl_int status, const Call& call) {
    if (status != CL_SUCCESS) check(status, std::string_view(call()));
}

}  // namespace hone::program
