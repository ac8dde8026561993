// SPDX-License-Identifier: MIT
// Messages between the program and its worker: one JSON object a line over one socket, with a
// deadline on every wait. An unreadable message means a broken worker and ends the channel.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace hone {

using Message = nlohmann::ordered_json;
using Deadline = std::chrono::steady_clock::time_point;

/// One end of the connection. Owns its file descriptor.
class Channel {
  public:
    explicit Channel(int descriptor);
    ~Channel();
    Channel(Channel&& other) noexcept;
    Channel& operator=(Channel&& other) noexcept;

    int descriptor() const { return descriptor_; }

    /// Sends one message; false when the other end is closed.
    bool send(const Message& message);

    enum class ReceiveStatus { message, timeout, closed };
    /// The next message, unless the deadline comes first or the other end is closed. A line that is
    /// no JSON object, or is too long for a message, closes the channel.
    ReceiveStatus receive(Message& message, std::optional<Deadline> deadline);

  private:
    std::optional<std::string> next_line();
    void close();

    int descriptor_;
    std::string pending_;
};

}  // namespace hone
