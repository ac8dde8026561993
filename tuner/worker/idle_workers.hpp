// SPDX-License-Identifier: MIT
// Workers between two benches. A worker takes up to a second to load its driver and to make a context, and one
// kernel after the other is tuned on the same device: what has done its work well is asked to close its
// bench, and waits here for the next one. Workers elsewhere are not kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// What a worker does. One that runs kernels has the reference compiled, and small benches as they were: it is
/// waited for until it has closed its bench. Its driver's threads keep their cores; those of one that builds
/// move.
enum class WorkerRole { runs, builds };

/// How long a worker may take to close its bench.
inline constexpr std::chrono::seconds longest_close{2};

/// A worker that waits, or else a new one.
std::unique_ptr<WorkerHandle> idle_or_new_worker(const Placement& placement,
                                                 const std::filesystem::path& program,
                                                 WorkerRole role);

/// How many builders that were kept have not ended their builds.
std::size_t busy_builders(const Placement& placement, const std::filesystem::path& program);

/// Whether one of them builds just this.
bool is_built_now(const Placement& placement, const std::filesystem::path& program,
                  const std::string& build);

/// What a worker still has to say before its bench is closed. It is ended where that takes longer.
struct UnfinishedWork {
    int replies = 0;
    std::string build = {};  // what it builds
    std::chrono::milliseconds longest = longest_close;
};

/// Keeps a worker for the next bench.
void keep_worker(const Placement& placement, const std::filesystem::path& program, WorkerRole role,
                 std::unique_ptr<WorkerHandle> worker, UnfinishedWork unfinished = {});

}  // namespace hone
