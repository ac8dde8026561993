// SPDX-License-Identifier: MIT
// Channels between hosts: the protocol of a worker, over TCP.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/channel/json_channel.hpp"

namespace hone {

/// From where a listener can be reached: this host only, or the networks through which the ranks'
/// launcher is reached. If the launcher does not name them, all networks.
enum class Reach { this_host, network };

/// The addresses of the program that started the ranks, from the variables of Open MPI and Slurm.
std::vector<std::string> launcher_addresses();

/// Listens on a free port, the same for all of its addresses.
class Listener {
  public:
    /// Throws an environment Error if the system rejects it.
    explicit Listener(Reach reach = Reach::network);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// The data that another host needs to connect: the port and all addresses.
    Message address() const;
    /// The next connection before the deadline; nullopt if none arrives.
    std::optional<Channel> next(Deadline deadline);

  private:
    int ready_;  // an epoll descriptor, readable when a socket has a caller
    std::uint16_t port_ = 0;
    std::vector<std::string> addresses_;
    std::vector<int> sockets_;  // one for each address
};

/// Connects to the first address of a listener that accepts; throws an environment Error if none
/// does.
Channel tcp_connect(const Message& listener_address);

}  // namespace hone
