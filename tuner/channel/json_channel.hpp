// SPDX-License-Identifier: MIT
// Messages between the program and its worker: one JSON object per line over one socket, with a
// deadline on every wait. An unreadable message means a broken worker and closes the channel.
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

/// Whether the message has a string under this key.
inline bool has_string(const Message& message, const char* key) {
    return message.contains(key) && message.at(key).is_string();
}

/// The limits of one message.
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

    /// From now on messages are sealed in both directions; a message without a valid seal closes
    /// the channel.
    void set_seal(MessageSeal seal) { seal_ = std::move(seal); }
    /// The key of its seal; empty if messages are not sealed.
    std::string seal_key() const { return seal_ ? seal_->key() : ""; }

    /// Sends one message; returns false if the other end is closed or does not read it in time.
    bool send(const Message& message);

    enum class ReceiveStatus { message, timeout, closed };
    /// The next message, unless the deadline passes or the other end is closed. A line that is not
    /// a JSON object, exceeds the size limit or does not end in time closes the channel.
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
