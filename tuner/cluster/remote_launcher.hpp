// SPDX-License-Identifier: MIT
// Starts workers on another rank, on this host or on another one. That rank owns the processes, so
// they end with it; their channels lead to rank 0, which uses them like workers of its own.
#pragma once

#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "tuner/cluster/tcp.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

/// Where the other ranks and their workers connect to rank 0. Each signs its name, and what rank 0
/// challenged it with, by a secret that only the ranks know; rank 0 signs that it is welcome. What
/// follows is sealed with a key of the connection. A thread of its own answers callers, so that none of them waits until somebody asks for it.
class Rendezvous {
  public:
    explicit Rendezvous(Reach reach = Reach::network);
    ~Rendezvous();
    Rendezvous(const Rendezvous&) = delete;
    Rendezvous& operator=(const Rendezvous&) = delete;

    /// What another rank needs to know to connect.
    Message connect_info() const;
    /// The channel of the program that connects under this name, with its first message; nothing
    /// when none connects before the deadline.
    std::optional<std::pair<Channel, Message>> wait_for(const std::string& name, Deadline deadline);

  private:
    /// A program that has connected, and has not said yet who it is.
    struct Caller {
        Channel channel;
        std::string challenge;
        Deadline latest;
    };
    enum class CallerState { nothing_yet, wrong, rank };

    void serve(const std::stop_token& stop);
    void challenge(Channel channel);
    void listen_to_callers();
    CallerState listen_to(Caller& caller);
    CallerState welcome(Caller& caller, const Message& signed_hello);

    Listener listener_;
    const std::string secret_;
    std::list<Caller> callers_;  // of the thread alone
    std::mutex mutex_;           // guards what has arrived
    std::condition_variable arrival_;
    std::map<std::string, std::pair<Channel, Message>> arrived_;
    std::jthread thread_;
};

/// Connects to the rendezvous under this name, with more to say in the first message. Throws an
/// environment Error where rank 0 does not answer, or another program does.
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
