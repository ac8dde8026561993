// SPDX-License-Identifier: MIT
// OpenCL as the tuner uses it: the C++ bindings with exceptions, version 3.0 if the device has it,
// and at least 1.2. CMake sets the macros for every target that links hone_opencl; without them
// this header fails to compile.
#pragma once

#ifndef CL_HPP_ENABLE_EXCEPTIONS
#error "link hone_opencl: it sets the versions and the exceptions of CL/opencl.hpp"
#endif

#include <CL/opencl.hpp>
#include <string>

namespace hone {

/// "clEnqueueNDRangeKernel gave -54": the call and its error code.
inline std::string error_text(const cl::Error& error) {
    return std::string(error.what()) + " gave " + std::to_string(error.err());
}

}  // namespace hone
