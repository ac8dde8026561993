// SPDX-License-Identifier: MIT
// A parallel loop over indices, on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace hone {

/// Calls `work` with each index below `count`, in any order and in parallel, so no call may write
/// data that another one reads. Returns after all calls, and rethrows one of their exceptions. A
/// nested call runs only in its caller's thread.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace hone
