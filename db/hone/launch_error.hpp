// SPDX-License-Identifier: MIT
// What the C++ calls throw where those of C return a status.
#pragma once

#include <stdexcept>
#include <string>

#include "db/api/status.h"

#if !defined(__cpp_exceptions)
#error "hone's C++ headers throw exceptions: compile with them, or use <hone/opencl.h> from C"
#else

namespace hone {

/// A call that cannot be done. what() says why, with the compiler's log where a build failed.
class LaunchError : public std::runtime_error {
  public:
    LaunchError(hone_status status, const std::string& text)
        : std::runtime_error(text), status_(status) {}
    /// HONE_BAD_ARGUMENT and so on, or OpenCL's own negative number.
    hone_status status() const { return status_; }

  private:
    hone_status status_;
};

/// Throws a LaunchError unless the call was done.
inline void check_call(hone_status status) {
    if (status != HONE_OK) throw LaunchError(status, hone_error_text());
}

}  // namespace hone

#endif
