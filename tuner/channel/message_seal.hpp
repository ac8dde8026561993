// SPDX-License-Identifier: MIT
// Signatures of the messages between two ranks. A third party on the network can read messages, but
// cannot change, repeat, drop or add one unnoticed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hone {

/// HMAC-SHA-256 (RFC 2104) of the text, as 64 hex digits: only holders of the key can sign a text,
/// and the key itself is never sent.
std::string hmac_sha256(std::string_view key, std::string_view text);

/// Compares two signatures in constant time, which does not reveal where they differ.
bool is_same_signature(std::string_view a, std::string_view b);

class MessageSeal {
  public:
    /// This end of the connection. The two ends sign differently, so that no message can be sent
    /// back to its sender.
    enum class End { first_rank, other_rank };

    /// Both ends have the same key, which is unique to this connection.
    MessageSeal(std::string key, End end);

    /// The next text for the other end, preceded by its signature.
    std::string seal(std::string_view text);
    /// The text that the other end has sealed; nullopt if it is not the next one.
    std::optional<std::string> open(std::string_view sealed);

    const std::string& key() const { return key_; }

  private:
    std::string signature(End sender, std::uint64_t number, std::string_view text) const;

    std::string key_;
    End end_;
    std::uint64_t sent_ = 0;
    std::uint64_t received_ = 0;
};

}  // namespace hone
