// SPDX-License-Identifier: MIT
// What a worker has started, such as the compilers of a driver, ends with it.
#pragma once

namespace hone {

/// Starts a process that waits for the end of this one, whatever ends it, and then kills everything
/// in its process group. Does nothing where this process does not lead a group.
void guard_process_group();

}  // namespace hone
