// SPDX-License-Identifier: MIT
// A worker process seen from its parent: started with a channel, killed when it is late, and asked
// afterwards what became of it. It never outlives the parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "tuner/channel.hpp"

namespace hone {

/// The program hone, to be started as its own worker: the one that is running; in an application
/// that links the tuner, bin/hone beside the library.
std::filesystem::path own_program();

class Child {
  public:
    /// Starts `program worker`; throws an environment Error when the system refuses.
    explicit Child(const std::filesystem::path& program);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    Channel& channel() { return channel_; }
    pid_t pid() const { return pid_; }

    /// Ends it at once, if it still lives.
    void kill();
    /// What became of it, in words, with the end of what it printed: "was killed by …: …". Waits
    /// a moment for an end that is under way, and kills what does not end.
    std::string epitaph();

  private:
    bool reap(bool wait);
    std::string last_words() const;

    pid_t pid_ = -1;
    int status_ = 0;
    bool reaped_ = false;
    int output_ = -1;  // an unnamed file with what it printed
    Channel channel_;
};

}  // namespace hone
