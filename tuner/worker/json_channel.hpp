// SPDX-License-Identifier: MIT
// Messages between the program and its worker: one JSON object a line over one socket, with a
// deadline on every wait. What cannot be read is a broken worker, not a reason to fail.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace hone {

using Message = nlohmann::ordered_json;
using Deadline = std::chrono::steady_clock::time_point;

/// One end of the line. Owns its file descriptor.
class Channel {
  public:
    explicit Channel(int descriptor) : descriptor_(descriptor) {}
    ~Channel();
    Channel(Channel&& other) noexcept;
    Channel& operator=(Channel&& other) noexcept;

    int descriptor() const { return descriptor_; }

    /// Sends one message; false when nobody listens any more.
    bool send(const Message& message);

    enum class Heard { message, nothing, closed };
    /// The next message, unless the deadline comes first or the other end is gone. A line that is
    /// no JSON object, or is longer than a message can be, closes the channel.
    Heard receive(Message& message, std::optional<Deadline> deadline);

  private:
    std::optional<std::string> next_line();
    void close();

    int descriptor_;
    std::string pending_;
};

}  // namespace hone
