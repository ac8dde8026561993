// SPDX-License-Identifier: MIT
// Another rank of a fleet, which starts workers for the first one, here or on another host. It owns
// the processes, so they end with it; their lines lead to the first rank, which asks, waits and
// judges as if they were its own.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "tuner/cluster/tcp.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// Where the first rank is called. Who calls says a secret word and a name.
class Gate {
  public:
    Gate();

    /// What others need to know to call.
    Message invitation() const;
    /// The line of whoever calls by this name, with the message that it said so in; nothing when
    /// nobody does before the deadline.
    std::optional<std::pair<Channel, Message>> wait_for(const std::string& name, Deadline deadline);

  private:
    void let_in(Channel line);

    std::mutex mutex_;  // of both below
    Listener listener_;
    std::map<std::string, std::pair<Channel, Message>> waiting_;
    std::string secret_;
};

/// Calls the gate that sent the invitation, by this name and with more to say.
Channel call_gate(const Message& invitation, const std::string& name, const Message& more = {});

class Outpost {
  public:
    /// The line is to the rank of this name. The gate must outlive it.
    Outpost(std::string name, Channel line, Gate& gate);

    /// Starts a worker there; an environment Error when the rank is gone.
    std::unique_ptr<Child> start_worker();

    void kill(const std::string& worker);
    std::string epitaph(const std::string& worker);
    void forget(const std::string& worker);

  private:
    std::mutex mutex_;
    std::string name_;
    Channel line_;
    Gate& gate_;
    int started_ = 0;
};

/// The other side: starts and ends workers until the first rank hangs up. `introduction` is what
/// the first rank is told of this one.
void serve_as_outpost(const Message& invitation, const std::string& name,
                      const Message& introduction);

}  // namespace hone
