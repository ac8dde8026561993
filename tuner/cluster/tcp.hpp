// SPDX-License-Identifier: MIT
// Lines between hosts: the same messages as between the program and its worker, over TCP.
#pragma once

#include <optional>
#include <string>

#include "tuner/worker/json_channel.hpp"

namespace hone {

/// Takes calls on a free port of every network that the host is in.
class Listener {
  public:
    /// Throws an environment Error when the system refuses.
    Listener();
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// How another host may call: the port and each address.
    Message where() const;
    /// Whoever calls before the deadline.
    std::optional<Channel> next(Deadline deadline);

  private:
    int descriptor_;
};

/// Calls a listener at the first of its addresses that answers; an environment Error when none
/// does.
Channel call(const Message& where);

}  // namespace hone
