// SPDX-License-Identifier: MIT
// Workers between two requests. A worker takes up to a second to load its driver and to make a context. Before a
// device is tuned its clock is compared and its limits are probed, and one kernel after the other is tuned on it:
// what has done its work well closes its bench, and waits here for what comes next. Workers elsewhere are not kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// What a worker does. One that runs kernels has the reference compiled, and small benches as they were: it is
/// waited for until it has closed its bench. Its driver's threads keep their cores; those of one that builds
/// move.
enum class WorkerRole { runs, builds };

/// How long a worker may take to close its bench.
inline constexpr std::chrono::seconds longest_close{2};

/// Where a worker runs, as what program, and for which device: its driver keeps a context of that one.
struct WorkerPlace {
    Placement placement = {};
    std::filesystem::path program = hone_program();
    std::string device = {};  // empty before it has used one: then it may serve any
};

WorkerPlace place_of(const LocalDevice& device,
                     const std::filesystem::path& program = hone_program());

/// A worker that waits, or else a new one.
std::unique_ptr<WorkerHandle> idle_or_new_worker(const WorkerPlace& place, WorkerRole role);

/// How many builders that were kept have not ended their builds.
std::size_t busy_builders(const WorkerPlace& place);

/// Whether one of them builds just this.
bool is_built_now(const WorkerPlace& place, const std::string& build);

/// Stops the builders that were kept and have not ended their builds, whatever their device, or lets them go on.
void pause_busy_builders();
void resume_busy_builders();

/// What a worker still has to say before its bench is closed. It is ended where that takes longer.
struct UnfinishedWork {
    int replies = 0;
    std::string build = {};  // what it builds
    std::chrono::milliseconds longest = longest_close;
};

/// Keeps a worker for the next bench.
void keep_worker(const WorkerPlace& place, WorkerRole role, std::unique_ptr<WorkerHandle> worker,
                 UnfinishedWork unfinished = {});

/// One request, to a worker that may run kernels later. It is kept where it does what it is asked.
Reply ask_worker(const WorkerPlace& place, const Message& request, std::chrono::milliseconds limit);

}  // namespace hone
