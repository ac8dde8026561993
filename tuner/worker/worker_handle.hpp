// SPDX-License-Identifier: MIT
// A worker as its parent sees it: the process, and the channel to it.
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

/// How long a worker may be silent.
struct Timeouts {
    std::chrono::milliseconds open{300'000};  // inputs are made and the reference computed
    std::chrono::milliseconds build{60'000};
    std::chrono::milliseconds run{30'000};  // of one launch with its check, or of all its samples
    std::optional<Deadline> end = {};       // nothing is waited for past it
    std::chrono::milliseconds for_first_result{0};  // how much later, while no config has run

    bool is_over() const { return end && std::chrono::steady_clock::now() >= *end; }
};

/// The end of what was given is reached: what was begun is given up, and held against nobody.
struct TimeIsUp : Error {
    TimeIsUp() : Error(Exit::environment, "the time limit is reached") {}
};

class WorkerHandle {
  public:
    /// Starts `program worker` here, with these variables; throws an environment Error when the
    /// system refuses.
    explicit WorkerHandle(const std::filesystem::path& program, const Environment& extra = {});
    /// A worker that was started elsewhere.
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

/// Starts a worker where the placement says: by its launch function, or here as `program worker`.
std::unique_ptr<WorkerHandle> start_worker(const Placement& placement,
                                           const std::filesystem::path& program,
                                           const Environment& extra = {});

}  // namespace hone
