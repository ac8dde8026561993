// SPDX-License-Identifier: MIT
// Starts workers on another rank, on this or another host. That rank owns the processes, so that
// they end with it. Their channels lead to rank 0, which uses them like its own workers.
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

/// The point where the other ranks and their workers connect to rank 0. A caller signs its name and
/// rank 0's challenge with a secret that only the ranks have; rank 0 signs its acceptance. Later
/// messages are sealed with a key of the connection. A separate thread answers callers, so that
/// none waits for a call of wait_for().
class Rendezvous {
  public:
    explicit Rendezvous(Reach reach = Reach::network);
    ~Rendezvous();
    Rendezvous(const Rendezvous&) = delete;
    Rendezvous& operator=(const Rendezvous&) = delete;

    /// The data that another rank needs to connect.
    Message connect_info() const;
    /// The channel of the program that connects under this name, with its first message; nullopt if
    /// none connects before the deadline.
    std::optional<std::pair<Channel, Message>> wait_for(const std::string& name, Deadline deadline);

  private:
    /// A program that has connected and not yet identified itself.
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
    std::list<Caller> callers_;  // used only by the thread
    std::mutex mutex_;           // guards arrived_
    std::condition_variable arrival_;
    std::map<std::string, std::pair<Channel, Message>> arrived_;
    std::jthread thread_;
};

/// Connects to the rendezvous under this name; `more` is added to the first message. Throws an
/// environment Error if rank 0 does not answer or another program does.
Channel connect_to_rendezvous(const Message& connect_info, const std::string& name,
                              const Message& more = {});

class RemoteLauncher {
  public:
    /// The channel leads to the rank of this name. The rendezvous must outlive the launcher.
    RemoteLauncher(std::string name, Channel channel, Rendezvous& rendezvous);

    /// Starts a worker there; throws an environment Error if the rank is gone.
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
