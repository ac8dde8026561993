// SPDX-License-Identifier: MIT
// The same work for many indices, on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace hone {

/// Calls `work` with each index below `count`, in any order and several at a time, so that no call may
/// write what another one reads. Returns when all calls have, and throws what one of them threw.
/// Within such a call it uses the caller's thread alone.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace hone
