// SPDX-License-Identifier: MIT
// Workers between two benches. A worker takes up to a second to load its driver and to make a context, and one
// kernel after the other is tuned on the same device: what has done its work well is asked to forget it, and
// waits here for the next bench. Workers elsewhere are not kept.
#pragma once

#include <filesystem>
#include <memory>

#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// A worker that waits, or else a new one.
std::unique_ptr<WorkerHandle> idle_or_new_worker(const Placement& placement,
                                                 const std::filesystem::path& program);

/// Keeps a worker for the next bench, after `replies` that are still to come.
void keep_worker(const Placement& placement, const std::filesystem::path& program,
                 std::unique_ptr<WorkerHandle> worker, int replies = 0);

}  // namespace hone
