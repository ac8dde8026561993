// SPDX-License-Identifier: MIT
// Signatures of files in the format of minisign (Ed25519 over a BLAKE2b hash), so that either program
// checks what the other has signed.
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

/// The number of a key as minisign writes it: "1BE4A674BFA1CD87".
std::string text_of(const KeyNumber& number);

/// Makes a key without a password: the secret half, which only the user may read, and the public one
/// beside it with the suffix .pub. Throws an environment Error where they cannot be written.
SigningKey make_signing_key(const std::filesystem::path& file);

/// Reads half of a key; a usage Error says what else the file is.
SigningKey read_signing_key(const std::filesystem::path& file);
VerifyKey read_verify_key(const std::filesystem::path& file);

/// Where the signature of a file lies: FILE.minisig.
std::filesystem::path signature_file(const std::filesystem::path& file);

/// Writes the signature of a file beside it.
void sign(const std::filesystem::path& file, const SigningKey& key);

/// Returns where the file is what the owner of the key has signed. Throws a usage Error of one line
/// where it is not signed, was altered, or was signed with another key.
void verify(const std::filesystem::path& file, const VerifyKey& key);

}  // namespace hone
