// SPDX-License-Identifier: MIT
// A worker process as its parent sees it: killed if it is late, and its exit status is read. It
// never outlives the parent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "tuner/worker/worker_environment.hpp"

namespace hone {

/// A worker process, on this host or on another one. The destructor kills it and waits for its end,
/// at most a few seconds.
class WorkerProcess {
  public:
    WorkerProcess() = default;
    virtual ~WorkerProcess() = default;
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Kills it if it is still running. It may hang inside a driver for a while before it ends.
    virtual void kill() = 0;
    /// Pauses the process and all processes that it has started, until go_on(). Returns false if
    /// that is impossible.
    virtual bool pause() { return false; }
    virtual void go_on() {}
    /// Describes how it ended, with the last line of its output: "was killed by …: …". Waits
    /// briefly for an exit under way, and kills a process that does not exit.
    virtual std::string exit_description() = 0;
};

/// A process that this program has started.
class LocalProcess : public WorkerProcess {
  public:
    /// Starts `program worker` with this descriptor as its channel. The key of the channel's seal
    /// is its standard input, and its environment is this program's with these variables. Throws an
    /// environment Error if the system refuses.
    LocalProcess(const std::filesystem::path& program, int channel,
                 const std::string& seal_key = "", const Environment& extra = {});
    ~LocalProcess() override;

    void kill() final;
    bool pause() final;
    void go_on() final;
    std::string exit_description() final;

  private:
    bool reap();
    void wait_for_end(std::chrono::milliseconds longest);
    void signal_all(int signal) const;
    std::string output_tail() const;

    pid_t pid_ = -1;
    int status_ = 0;
    bool reaped_ = false;
    int output_ = -1;  // an unnamed file with its output
};

}  // namespace hone
