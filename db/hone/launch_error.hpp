// SPDX-License-Identifier: MIT
// The exception of the C++ API; the C API returns a status instead.
#pragma once

#include <stdexcept>
#include <string>

#include "db/api/status.h"

#if !defined(__cpp_exceptions)
#error "hone's C++ headers throw exceptions: compile with them, or use <hone/opencl.h> from C"
#else

namespace hone {

/// A call that failed. what() gives the reason, with the compiler's log if a build failed.
class LaunchError : public std::runtime_error {
  public:
    LaunchError(hone_status status, const std::string& text)
        : std::runtime_error(text), status_(status) {}
    /// HONE_BAD_ARGUMENT and so on, or a negative OpenCL error code.
    hone_status status() const { return status_; }

  private:
    hone_status status_;
};

/// Throws a LaunchError unless the status is HONE_OK.
inline void check_call(hone_status status) {
    if (status != HONE_OK) throw LaunchError(status, hone_error_text());
}

}  // namespace hone

#endif
