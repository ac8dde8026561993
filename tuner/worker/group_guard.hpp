// SPDX-License-Identifier: MIT
// Ends the processes that a worker has started, such as a driver's compilers, together with the
// worker.
#pragma once

namespace hone {

/// Starts a process that waits for the end of this one, for any reason, and then kills this
/// process's group. Does nothing if this process does not lead a group.
void guard_process_group();

}  // namespace hone
