// SPDX-License-Identifier: MIT
// Starts workers on another rank, on this host or on another one. That rank owns the processes, so
// they end with it; their channels lead to rank 0, which uses them like workers of its own.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "tuner/cluster/tcp.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// Where the other ranks and their workers connect to rank 0. Each sends a secret and its name.
class Rendezvous {
  public:
    Rendezvous();

    /// What another rank needs to know to connect.
    Message connect_info() const;
    /// The channel of the program that connects under this name, with its first message; nothing
    /// when none connects before the deadline.
    std::optional<std::pair<Channel, Message>> wait_for(const std::string& name, Deadline deadline);

  private:
    void accept(Channel channel);

    std::mutex mutex_;  // guards both members below
    Listener listener_;
    std::map<std::string, std::pair<Channel, Message>> arrived_;
    std::string secret_;
};

/// Connects to the rendezvous under this name, with more to say in the first message.
Channel connect_to_rendezvous(const Message& connect_info, const std::string& name,
                              const Message& more = {});

class RemoteLauncher {
  public:
    /// The channel leads to the rank of this name. The rendezvous must outlive the launcher.
    RemoteLauncher(std::string name, Channel channel, Rendezvous& rendezvous);

    /// Starts a worker there; throws an environment Error when the rank is gone.
    std::unique_ptr<WorkerHandle> start_worker();

    void kill(const std::string& worker);
    std::string exit_description(const std::string& worker);
    void forget(const std::string& worker);

  private:
    std::mutex mutex_;
    std::string name_;
    Channel channel_;
    Rendezvous& rendezvous_;
    int started_ = 0;
};

/// The other rank's side: starts and ends workers until rank 0 closes the channel. `hello`
/// describes this rank to rank 0.
void serve_as_remote_launcher(const Message& connect_info, const std::string& name,
                              const Message& hello);

}  // namespace hone
