// SPDX-License-Identifier: MIT
// Signatures of files in the format of minisign (Ed25519 over a BLAKE2b hash), so that each program
// can verify the other's signatures.
#pragma once

#include <array>
#include <filesystem>
#include <string>

namespace hone {

using KeyNumber = std::array<unsigned char, 8>;

struct SigningKey {
    KeyNumber number{};
    std::array<unsigned char, 64> secret{};
};

struct VerifyKey {
    KeyNumber number{};
    std::array<unsigned char, 32> value{};
};

/// The number of a key in minisign's notation: "1BE4A674BFA1CD87".
std::string text_of(const KeyNumber& number);

/// Makes a key without a password. The secret half is readable only by the user; the public half
/// gets the suffix .pub. Throws an environment Error if they cannot be written.
SigningKey make_signing_key(const std::filesystem::path& file);

/// Reads one half of a key. Throws a usage Error that describes the file if it is not a key.
SigningKey read_signing_key(const std::filesystem::path& file);
VerifyKey read_verify_key(const std::filesystem::path& file);

/// The path of a file's signature: FILE.minisig.
std::filesystem::path signature_file(const std::filesystem::path& file);

/// Writes the signature of a file beside the file.
void sign(const std::filesystem::path& file, const SigningKey& key);

/// Verifies that the key's owner signed the file in its current state. Throws a usage Error of one
/// line if it is not signed, was altered, or was signed with another key.
void verify(const std::filesystem::path& file, const VerifyKey& key);

}  // namespace hone
