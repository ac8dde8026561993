// SPDX-License-Identifier: MIT
// A worker process seen from its parent: killed when it is late, and asked for its exit status. It
// never outlives the parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "tuner/worker/worker_environment.hpp"

namespace hone {

/// A worker process, on this host or on another one. The destructor ends it.
class WorkerProcess {
  public:
    WorkerProcess() = default;
    virtual ~WorkerProcess() = default;
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Kills it if it is still running.
    virtual void kill() = 0;
    /// Stops it where it is until go_on(), with all that it has started; false where that cannot be done.
    virtual bool pause() { return false; }
    virtual void go_on() {}
    /// How it ended, with the last line of its output: "was killed by …: …". Waits a moment for an
    /// exit under way, and kills a process that does not exit.
    virtual std::string exit_description() = 0;
};

/// A process that this program has started.
class LocalProcess : public WorkerProcess {
  public:
    /// Starts `program worker` with this descriptor as its channel, and the key of the channel's
    /// seal on its standard input, in this program's environment with these variables; throws an
    /// environment Error when the system refuses.
    LocalProcess(const std::filesystem::path& program, int channel,
                 const std::string& seal_key = "", const Environment& extra = {});
    ~LocalProcess() override;

    void kill() final;
    bool pause() final;
    void go_on() final;
    std::string exit_description() final;

  private:
    bool reap(bool wait);
    void signal_all(int signal) const;
    std::string output_tail() const;

    pid_t pid_ = -1;
    int status_ = 0;
    bool reaped_ = false;
    int output_ = -1;  // an unnamed file with its output
};

}  // namespace hone
