// SPDX-License-Identifier: MIT
// Channels between hosts: the protocol of a worker, over TCP.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/channel/json_channel.hpp"

namespace hone {

/// From where a listener can be reached: this host alone, or the networks by which the launcher of
/// the ranks is reached, all of them where it does not say which.
enum class Reach { this_host, network };

/// The addresses of the program that started the ranks, as Open MPI and Slurm tell them.
std::vector<std::string> launcher_addresses();

/// Listens on a free port, the same for all of its addresses.
class Listener {
  public:
    /// Throws an environment Error when the system refuses.
    explicit Listener(Reach reach = Reach::network);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// How another host can connect: the port and each address.
    Message address() const;
    /// The next connection before the deadline.
    std::optional<Channel> next(Deadline deadline);

  private:
    int ready_;  // says when one of the sockets has a caller
    std::uint16_t port_ = 0;
    std::vector<std::string> addresses_;
    std::vector<int> sockets_;  // one for each address
};

/// Connects to the first address of a listener that accepts; an environment Error when none does.
Channel tcp_connect(const Message& listener_address);

}  // namespace hone
