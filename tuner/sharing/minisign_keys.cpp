// SPDX-License-Identifier: MIT
// A secret key contains, in this order: three algorithms, the parameters of the password's key
// derivation, the key's number, the secret and a checksum. A key without a password has no key
// derivation, and zeros for its parameters.
#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "spaces/base/error.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/sharing/minisign.hpp"
#include "tuner/sharing/minisign_format.hpp"

namespace hone {
namespace {

constexpr std::size_t secret_bytes = 158;
constexpr std::size_t public_bytes = 42;
constexpr std::size_t number_at = 54;  // offset in a secret key
constexpr std::size_t secret_at = 62;

void append(Bytes& bytes, const auto& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

[[noreturn]] void refuse_key(const std::filesystem::path& file, const std::string& half) {
    throw Error(Exit::usage, file.string() + " is not a " + half + " key of minisign",
                "`minisign -G` and `hone db export --share` make a pair of keys");
}

Bytes bytes_of_key(const std::filesystem::path& file, std::size_t count, const std::string& half) {
    const std::vector<std::string> lines = small_file(file);
    if (lines.empty())
        throw Error(Exit::usage, file.string() + ": there is no such key",
                    "name the file of a key of minisign");
    const bool has_comment = lines.size() >= 2 && lines[0].starts_with("untrusted comment:");
    Bytes bytes = has_comment ? bytes_of_base64(lines[1], count) : Bytes{};
    if (bytes.empty() || bytes[0] != 'E' || bytes[1] != 'd') refuse_key(file, half);
    return bytes;
}

void write_private(const std::filesystem::path& file, const std::string& text) {
    const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool written =
        out >= 0 && write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const std::string why = std::strerror(errno);
    if (out >= 0) close(out);
    if (!written)
        throw Error(Exit::environment, "cannot write the key " + file.string() + ": " + why);
}

void write_public(const std::filesystem::path& file, const VerifyKey& key) {
    Bytes bytes{'E', 'd'};
    append(bytes, key.number);
    append(bytes, key.value);
    const std::string comment = "untrusted comment: minisign public key ";
    OutputFile out(file, {"public key", {comment}});
    out.stream() << comment << text_of(key.number) << '\n' << base64(bytes) << '\n';
    out.commit();
}

}  // namespace

std::string text_of(const KeyNumber& number) {
    std::string text;
    for (std::size_t i = number.size(); i-- > 0;) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        text += digits[number.at(i) >> 4U];
        text += digits[number.at(i) & 15U];
    }
    return text;
}

SigningKey make_signing_key(const std::filesystem::path& file) {
    SigningKey key;
    VerifyKey half;
    if (sodium_init() < 0) throw Error(Exit::environment, "libsodium has no random numbers");
    randombytes_buf(key.number.data(), key.number.size());
    half.number = key.number;
    crypto_sign_keypair(half.value.data(), key.secret.data());
    Bytes bytes{'E', 'd', 0, 0, 'B', '2'};
    bytes.resize(number_at);
    append(bytes, key.number);
    append(bytes, key.secret);
    bytes.resize(secret_bytes);
    std::error_code failed;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
    write_private(file, "untrusted comment: minisign secret key of hone\n" + base64(bytes) + "\n");
    write_public(file.string() + ".pub", half);
    return key;
}

SigningKey read_signing_key(const std::filesystem::path& file) {
    const Bytes bytes = bytes_of_key(file, secret_bytes, "secret");
    if (bytes[2] != 0 || bytes[3] != 0)
        throw Error(Exit::usage, file.string() + ": this key has a password",
                    "sign with minisign itself: --unsigned, then `minisign -S -s KEY -m FILE`");
    SigningKey key;
    std::copy_n(bytes.begin() + number_at, key.number.size(), key.number.begin());
    std::copy_n(bytes.begin() + secret_at, key.secret.size(), key.secret.begin());
    return key;
}

VerifyKey read_verify_key(const std::filesystem::path& file) {
    const Bytes bytes = bytes_of_key(file, public_bytes, "public");
    VerifyKey key;
    std::copy_n(bytes.begin() + 2, key.number.size(), key.number.begin());
    std::copy_n(bytes.begin() + 2 + key.number.size(), key.value.size(), key.value.begin());
    return key;
}

}  // namespace hone
