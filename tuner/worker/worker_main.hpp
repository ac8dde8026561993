// SPDX-License-Identifier: MIT
// The worker process: it owns the OpenCL context, serves requests, and may crash. Each request is
// one message with "do". Each reply ends with one message that has "done" or "failed". Before it,
// the worker may report that it is alive, which restarts the parent's deadline, and which reference
// is running.
#pragma once

#include <string>

#include "spaces/base/error.hpp"

namespace hone {

/// The file descriptor of a worker's channel.
inline constexpr int worker_descriptor = 3;

/// Serves requests until the channel closes. Its messages are sealed if there is a key.
Exit serve_as_worker(const std::string& seal_key = "");

}  // namespace hone
