// SPDX-License-Identifier: MIT
// The parent's handle to a worker: the process, and the channel to it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tuner/channel/json_channel.hpp"
#include "tuner/devices/placement.hpp"
#include "tuner/worker/timeouts.hpp"
#include "tuner/worker/worker_process.hpp"

namespace hone {

class WorkerHandle {
  public:
    /// Starts `program worker` on this host, with these variables. Throws an environment Error if
    /// the system refuses.
    explicit WorkerHandle(const std::filesystem::path& program, const Environment& extra = {});
    /// A worker that was started on another host.
    WorkerHandle(Channel channel, std::unique_ptr<WorkerProcess> process);

    Channel& channel() { return channel_; }
    void kill() { process_->kill(); }
    bool pause() { return process_->pause(); }
    void go_on() { process_->go_on(); }
    std::string exit_description() { return process_->exit_description(); }

  private:
    Channel channel_;
    std::unique_ptr<WorkerProcess> process_;
};

/// Starts a worker at the placement: by its launch function, or on this host as `program worker`.
std::unique_ptr<WorkerHandle> start_worker(const Placement& placement,
                                           const std::filesystem::path& program,
                                           const Environment& extra = {});

}  // namespace hone
