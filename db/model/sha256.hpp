// SPDX-License-Identifier: MIT
// SHA-256 for ids and seals, over the content of a row. A cryptographic hash is needed, because the
// source of a kernel from another database is trusted by its hash. One hash serves all purposes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hone {

/// The SHA-256 of the bytes, as 64 hex digits.
std::string sha256(std::string_view bytes);
/// The same without SHA instructions of the processor.
std::string portable_sha256(std::string_view bytes);

/// Hashes parts into an id. Each part includes its length, so ("ab", "c") and ("a", "bc") differ.
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
