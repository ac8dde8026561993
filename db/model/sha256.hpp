// SPDX-License-Identifier: MIT
// Where ids and seals come from: SHA-256 over what a row says. A hash that nobody can forge,
// because a kernel's text is trusted by its hash when a database came from elsewhere; one hash for
// all, because one is enough.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hone {

/// The SHA-256 of the bytes, as 64 hex digits.
std::string sha256(std::string_view bytes);
/// The same as a processor computes it that has no instructions for it.
std::string portable_sha256(std::string_view bytes);

/// Gathers parts and makes an id of them. Each part goes in with its length, so ("ab", "c") and
/// ("a", "bc") differ.
class Fingerprint {
  public:
    Fingerprint& add(std::string_view part);
    Fingerprint& add(std::int64_t part);
    /// 32 hex digits: the first half of the parts' SHA-256.
    std::string id() const;

  private:
    std::string parts_;
};

}  // namespace hone
