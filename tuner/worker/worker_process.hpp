// SPDX-License-Identifier: MIT
// A worker process seen from its parent: ended when it is late, and asked afterwards what became of
// it. It never outlives the parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace hone {

/// A worker process, here or on another host. It ends with this at the latest.
class Process {
  public:
    Process() = default;
    virtual ~Process() = default;
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Ends it at once, if it still lives.
    virtual void kill() = 0;
    /// What became of it, in words, with the end of what it printed: "was killed by …: …". Waits
    /// a moment for an end that is under way, and kills what does not end.
    virtual std::string epitaph() = 0;
};

/// One that this program has started.
class LocalProcess : public Process {
  public:
    /// Starts `program worker`, whose line is this descriptor; throws an environment Error when the
    /// system refuses.
    LocalProcess(const std::filesystem::path& program, int line);
    ~LocalProcess() override;

    void kill() final;
    std::string epitaph() final;

  private:
    bool reap(bool wait);
    std::string last_words() const;

    pid_t pid_ = -1;
    int status_ = 0;
    bool reaped_ = false;
    int output_ = -1;  // an unnamed file with what it printed
};

}  // namespace hone
