// SPDX-License-Identifier: MIT
// Workers between two benches. A worker takes up to a second to load its driver and to make a context, and one
// kernel after the other is tuned on the same device: what has done its work well is asked to close its
// bench, and waits here for the next one. Workers elsewhere are not kept.
#pragma once

#include <filesystem>
#include <memory>

#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// What a worker has done, and is asked to do again where there is a choice: one that has run kernels
/// keeps its reference compiled, and small benches as they were.
enum class WorkerRole { runs, builds };

/// A worker that waits, if possible one that had this role; or else a new one.
std::unique_ptr<WorkerHandle> idle_or_new_worker(const Placement& placement,
                                                 const std::filesystem::path& program,
                                                 WorkerRole role);

/// Keeps a worker for the next bench, after `replies` that are still to come.
void keep_worker(const Placement& placement, const std::filesystem::path& program, WorkerRole role,
                 std::unique_ptr<WorkerHandle> worker, int replies = 0);

}  // namespace hone
