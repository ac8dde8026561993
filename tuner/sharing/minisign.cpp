// SPDX-License-Identifier: MIT
// One signature signs the file's hash, a second one signs the first and the trusted comment. Both
// are checked. A signed database must have no journal file beside it, since SQLite would read that
// although nobody signed it.
#include "tuner/sharing/minisign.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "spaces/base/error.hpp"
#include "spaces/base/file_kind.hpp"
#include "spaces/base/input_file.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/sharing/minisign_format.hpp"

namespace hone {
namespace {

constexpr std::size_t hash_bytes = 64;
constexpr std::size_t signature_bytes = 64;
constexpr std::size_t signed_bytes = 2 + 8 + signature_bytes;
constexpr std::string_view trusted = "trusted comment: ";

constexpr std::string_view signed_by_hone = "untrusted comment: signature of hone\n";

struct Signature {
    KeyNumber number{};
    Bytes value;
    std::string comment;
    Bytes of_comment;
};

Bytes hash_of(const std::filesystem::path& file) {
    std::error_code error;
    const std::string_view kind = special_kind(std::filesystem::status(file, error));
    if (!kind.empty())
        throw Error(Exit::usage, fmt::format("{} is a {}, not a database", file.string(), kind));
    std::ifstream in = open_input(file);
    if (!in) throw Error(Exit::environment, "cannot read " + file.string());
    crypto_generichash_state state;
    crypto_generichash_init(&state, nullptr, 0, hash_bytes);
    std::vector<char> part(1 << 20);
    while (in.read(part.data(), static_cast<std::streamsize>(part.size())) || in.gcount() > 0)
        crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                                  static_cast<unsigned long long>(in.gcount()));
    Bytes hash(hash_bytes);
    crypto_generichash_final(&state, hash.data(), hash.size());
    return hash;
}

Bytes signature_of(const Bytes& text, const SigningKey& key) {
    Bytes signature(signature_bytes);
    crypto_sign_detached(signature.data(), nullptr, text.data(), text.size(), key.secret.data());
    return signature;
}

bool is_signed(const Bytes& text, const Bytes& signature, const VerifyKey& key) {
    return crypto_sign_verify_detached(signature.data(), text.data(), text.size(),
                                       key.value.data()) == 0;
}

// The bytes that the second signature signs.
Bytes with_comment(Bytes signature, const std::string& comment) {
    signature.insert(signature.end(), comment.begin(), comment.end());
    return signature;
}

[[noreturn]] void refuse_signature(const std::filesystem::path& file) {
    throw Error(Exit::usage, signature_file(file).string() + " is not a signature of minisign",
                "get the file and its signature again");
}

Signature read_signature(const std::filesystem::path& file) {
    const std::vector<std::string> lines = small_file(signature_file(file));
    if (lines.empty())
        throw Error(Exit::usage,
                    fmt::format("{} is not signed: there is no {}", file.string(),
                                signature_file(file).string()),
                    "without --verify it is merged all the same");
    if (lines.size() < 4 || !lines[2].starts_with(trusted)) refuse_signature(file);
    const Bytes bytes = bytes_of_base64(lines[1], signed_bytes);
    Signature signature{.value = {},
                        .comment = lines[2].substr(trusted.size()),
                        .of_comment = bytes_of_base64(lines[3], signature_bytes)};
    if (bytes.empty() || signature.of_comment.empty() || bytes[0] != 'E') refuse_signature(file);
    if (bytes[1] != 'D')
        throw Error(Exit::usage,
                    signature_file(file).string() + " is of an old kind, without a hash",
                    "sign the file with minisign 0.10 or newer");
    std::copy_n(bytes.begin() + 2, signature.number.size(), signature.number.begin());
    signature.value.assign(bytes.begin() + 2 + 8, bytes.end());
    return signature;
}

void refuse_logs(const std::filesystem::path& file) {
    for (const std::string_view suffix : {"-wal", "-journal"}) {
        std::error_code error;
        const std::string log = file.string() + std::string(suffix);
        if (std::filesystem::exists(log, error))
            throw Error(Exit::usage, log + " is not signed, and SQLite would read it",
                        "remove it, or get the file again");
    }
}

}  // namespace

std::filesystem::path signature_file(const std::filesystem::path& file) {
    return file.string() + ".minisig";
}

void sign(const std::filesystem::path& file, const SigningKey& key) {
    const Bytes signature = signature_of(hash_of(file), key);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::string comment = fmt::format(
        "timestamp:{}\tfile:{}\thashed",
        std::chrono::duration_cast<std::chrono::seconds>(now).count(), file.filename().string());
    Bytes signed_text{'E', 'D'};
    signed_text.insert(signed_text.end(), key.number.begin(), key.number.end());
    signed_text.insert(signed_text.end(), signature.begin(), signature.end());
    OutputFile out(signature_file(file), {"signature of hone", {std::string(signed_by_hone)}});
    out.stream() << signed_by_hone << base64(signed_text) << '\n'
                 << trusted << comment << '\n'
                 << base64(signature_of(with_comment(signature, comment), key)) << '\n';
    out.commit();
}

void verify(const std::filesystem::path& file, const VerifyKey& key) {
    const Signature signature = read_signature(file);
    if (signature.number != key.number)
        throw Error(Exit::usage,
                    fmt::format("{} was signed with another key: {}, not {}", file.string(),
                                text_of(signature.number), text_of(key.number)),
                    "get the public key from the sender");
    refuse_logs(file);
    if (!is_signed(hash_of(file), signature.value, key))
        throw Error(Exit::usage,
                    file.string() +
                        " is not what was signed: it was altered, or the signature "
                        "is another file's",
                    "get the file and its signature again");
    if (!is_signed(with_comment(signature.value, signature.comment), signature.of_comment, key))
        throw Error(Exit::usage,
                    "the trusted comment of " + signature_file(file).string() + " was altered",
                    "get the file and its signature again");
}

}  // namespace hone
