// SPDX-License-Identifier: MIT
// The signature covers the sender, the number of the message and its text.
#include "tuner/channel/message_seal.hpp"

#include <fmt/format.h>

#include "db/model/sha256.hpp"
#include "spaces/base/hex.hpp"

namespace hone {
namespace {

constexpr std::size_t block = 64;  // block size of SHA-256 in bytes
constexpr std::size_t signature_digits = 64;

std::string padded(std::string key, char with) {
    key.resize(block, '\0');
    for (char& letter : key) letter = static_cast<char>(letter ^ with);
    return key;
}

}  // namespace

std::string hmac_sha256(std::string_view key, std::string_view text) {
    const std::string short_key = key.size() > block ? bytes_of_hex(sha256(key)) : std::string(key);
    const std::string inner = sha256(padded(short_key, 0x36).append(text));
    return sha256(padded(short_key, 0x5c) + bytes_of_hex(inner));
}

bool is_same_signature(std::string_view a, std::string_view b) {
    unsigned different = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        different |= static_cast<unsigned char>(a[i] ^ b[i]);
    return different == 0;
}

MessageSeal::MessageSeal(std::string key, End end) : key_(std::move(key)), end_(end) {}

std::string MessageSeal::signature(End sender, std::uint64_t number, std::string_view text) const {
    const char* const from = sender == End::first_rank ? "first rank" : "other rank";
    return hmac_sha256(key_, fmt::format("{} {} {}", from, number, text));
}

std::string MessageSeal::seal(std::string_view text) {
    return signature(end_, sent_++, text).append(text);
}

std::optional<std::string> MessageSeal::open(std::string_view sealed) {
    if (sealed.size() < signature_digits) return std::nullopt;
    const std::string_view text = sealed.substr(signature_digits);
    const End sender = end_ == End::first_rank ? End::other_rank : End::first_rank;
    if (!is_same_signature(sealed.substr(0, signature_digits), signature(sender, received_, text)))
        return std::nullopt;
    ++received_;
    return std::string(text);
}

}  // namespace hone
