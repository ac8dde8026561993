// SPDX-License-Identifier: MIT
// Channels between hosts: the protocol of a worker, over TCP.
#pragma once

#include <optional>
#include <string>

#include "tuner/worker/json_channel.hpp"

namespace hone {

/// Listens on a free port of every network of the host.
class Listener {
  public:
    /// Throws an environment Error when the system refuses.
    Listener();
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// How another host can connect: the port and each address.
    Message address() const;
    /// The next connection before the deadline.
    std::optional<Channel> next(Deadline deadline);

  private:
    int descriptor_;
};

/// Connects to the first address of a listener that accepts; an environment Error when none does.
Channel tcp_connect(const Message& listener_address);

}  // namespace hone
