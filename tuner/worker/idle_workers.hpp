// SPDX-License-Identifier: MIT
// Keeps workers between two requests, since a worker takes up to a second to load its driver and
// create a context. Before a device is tuned, its clock is compared and its limits are probed; then
// one kernel after the other is tuned. A worker without faults closes its bench, and waits here for
// the next request. Workers on other hosts are not kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// The role of a worker. A worker that runs kernels keeps compiled references and small benches, so
/// the next request waits until its bench is closed. Its driver's threads are pinned to cores;
/// those of a builder are not.
enum class WorkerRole { runs, builds };

/// The time limit for closing a bench.
inline constexpr std::chrono::seconds longest_close{2};

/// The host, the program and the device of a worker. Its driver keeps a context of the device.
struct WorkerLocation {
    Placement placement = {};
    std::filesystem::path program = hone_program();
    std::string device = {};  // empty before its first request for a device: it may then serve any
};

WorkerLocation location_of(const LocalDevice& device,
                           const std::filesystem::path& program = hone_program());

/// Returns an idle worker, or starts a new one.
std::unique_ptr<WorkerHandle> idle_or_new_worker(const WorkerLocation& location, WorkerRole role);

/// The programs of the kept builders with unfinished builds, one per builder. Ends those that are
/// late, which may take seconds.
std::vector<std::string> unfinished_builds(const WorkerLocation& location);

/// Pause or resume the kept builders with unfinished builds, for all devices. The time for which
/// they were paused does not count for their limits.
void pause_busy_builders();
void resume_busy_builders(std::chrono::nanoseconds paused);

/// The outstanding replies of a worker before its bench is closed. The worker is ended if they take
/// longer.
struct UnfinishedWork {
    int replies = 0;
    std::string build = {};  // the program that it builds
    std::chrono::milliseconds longest = longest_close;
};

/// Keeps a worker for the next bench.
void keep_worker(const WorkerLocation& location, WorkerRole role,
                 std::unique_ptr<WorkerHandle> worker, UnfinishedWork unfinished = {});

/// Sends one request to a worker that may run kernels later. The worker is kept if the request
/// succeeds.
Reply ask_worker(const WorkerLocation& location, const Message& request,
                 std::chrono::milliseconds limit);

}  // namespace hone
