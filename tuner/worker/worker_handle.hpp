// SPDX-License-Identifier: MIT
// The parent's handle to a worker: the process, and the channel to it.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "spaces/base/error.hpp"
#include "tuner/channel/descriptor_wait.hpp"
#include "tuner/channel/json_channel.hpp"
#include "tuner/devices/placement.hpp"
#include "tuner/worker/worker_process.hpp"

namespace hone {

/// The time limits for a worker's replies.
struct Timeouts {
    std::chrono::milliseconds open{300'000};  // creates the inputs and computes the reference
    std::chrono::milliseconds build{60'000};
    std::chrono::milliseconds run{30'000};  // for one launch with its check, or for all its samples
    std::optional<Deadline> end = {};       // no wait exceeds it
    std::chrono::milliseconds for_first_result{0};  // extends `end` while no config has run

    bool is_over() const { return end && std::chrono::steady_clock::now() >= *end; }
};

/// The time limit is reached: the current work is cancelled, and does not count as a failure.
struct TimeIsUp : Error {
    TimeIsUp() : Error(Exit::environment, "the time limit is reached") {}
};

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
