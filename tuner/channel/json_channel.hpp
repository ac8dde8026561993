// SPDX-License-Identifier: MIT
// Messages between the program and its worker: one JSON object a line over one socket, with a
// deadline on every wait. An unreadable message means a broken worker and ends the channel.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tuner/channel/descriptor_wait.hpp"
#include "tuner/channel/message_seal.hpp"

namespace hone {

using Message = nlohmann::ordered_json;

/// What one message may take.
struct MessageLimits {
    std::size_t bytes = std::size_t{64} << 20U;  // more than any kernel's text
    std::chrono::milliseconds time{60'000};      // from its first byte to its last
};

/// One end of the connection. Owns its file descriptor.
class Channel {
  public:
    explicit Channel(int descriptor, MessageLimits limits = {});
    ~Channel();
    Channel(Channel&& other) noexcept;
    Channel& operator=(Channel&& other) noexcept;

    int descriptor() const { return descriptor_; }
    void set_limits(MessageLimits limits) { limits_ = limits; }

    /// From now on messages are sealed, in both ways: one that the other end has not sealed closes
    /// the channel.
    void set_seal(MessageSeal seal) { seal_ = std::move(seal); }
    /// The key of its seal; empty where messages are not sealed.
    std::string seal_key() const { return seal_ ? seal_->key() : ""; }

    /// Sends one message; false when the other end is closed, or does not take it in time.
    bool send(const Message& message);

    enum class ReceiveStatus { message, timeout, closed };
    /// The next message, unless the deadline comes first or the other end is closed. A line that is
    /// no JSON object, is too long for a message or does not end in time closes the channel.
    ReceiveStatus receive(Message& message, std::optional<Deadline> deadline);

  private:
    std::optional<std::string> next_line();
    bool read_line(Message& message);
    void read_bytes();
    void close();

    int descriptor_;
    MessageLimits limits_;
    std::optional<MessageSeal> seal_;
    std::string pending_;
};

}  // namespace hone
