// SPDX-License-Identifier: MIT
// A worker: the process, and the line to it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tuner/devices/placement.hpp"
#include "tuner/worker/json_channel.hpp"
#include "tuner/worker/worker_process.hpp"

namespace hone {

class Child {
  public:
    /// Starts `program worker` here; throws an environment Error when the system refuses.
    explicit Child(const std::filesystem::path& program);
    /// One that was started elsewhere.
    Child(Channel channel, std::unique_ptr<Process> process);

    Channel& channel() { return channel_; }
    void kill() { process_->kill(); }
    std::string epitaph() { return process_->epitaph(); }

  private:
    Channel channel_;
    std::unique_ptr<Process> process_;
};

/// A worker where the seat is: started there, or here as `program worker`.
std::unique_ptr<Child> start_worker(const Seat& seat, const std::filesystem::path& program);

}  // namespace hone
