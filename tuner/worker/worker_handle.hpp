// SPDX-License-Identifier: MIT
// A worker: the process, and the line to it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tuner/worker/json_channel.hpp"
#include "tuner/worker/worker_process.hpp"

namespace hone {

class Outpost;

/// The program hone, to be started as its own worker: the one that is running; in an application
/// that links the tuner, bin/hone beside the library.
std::filesystem::path own_program();

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

/// A worker of the outpost where there is one, else of this program.
std::unique_ptr<Child> start_worker(Outpost* outpost, const std::filesystem::path& program);

}  // namespace hone
