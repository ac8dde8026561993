// SPDX-License-Identifier: MIT
// Handles of OpenCL that are released by the application's own calls, and failures of those calls.
#pragma once

#include <memory>
#include <string>
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
inline void check(cl_int status, const std::string& call) {
    if (status != CL_SUCCESS)
        throw Failure(status, call + " failed with " + std::to_string(status));
}

}  // namespace hone::program
