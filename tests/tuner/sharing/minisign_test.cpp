// SPDX-License-Identifier: MIT
// Keys and signatures of minisign are read, others are refused, and each byte of a signed file and
// of its signature counts.
#include "tuner/sharing/minisign.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <vector>

#include "spaces/base/error.hpp"
#include "tests/folder.hpp"
#include "tuner/sharing/minisign_format.hpp"

using namespace hone;
using hone::test::Folder;

namespace {

// Made by minisign 0.11: a key without a password, one with the password "word", and the signatures
// of a file with this content, the second in the older kind (minisign -S -l).
const std::string content = "what was measured";
const std::string public_key =
    "untrusted comment: minisign public key 9FFA4902E1999F77\n"
    "RWR3n5nhAkn6nym268ET95++h5OkHpg539niP/tZwKvNBSz4B0WxVWtH\n";
const std::string secret_key =
    "untrusted comment: minisign encrypted secret key\n"
    "RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAd5+Z4QJJ+p/BWueIy/"
    "pmgVuPoEH+oH35hT6ugCQgTsv3MiIpQAaPQCm268ET95++h5OkHpg539niP/tZwKvNBSz4B0WxVWtHAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
const std::string locked_key =
    "untrusted comment: minisign encrypted secret key\n"
    "RWRTY0IyQ2eG91eZq/8UTOw/j5EVc52ODqLA8Xar8kdHEHrnao0AAAACAAAAAAAAAEAAAAAAkbY+H62xLNt/"
    "bD0nY7FJgMMB2Cq9YQEblrKwib3s9YLFm/Jpm9VDAccyY2o+4al0ZDLGmbgt7m5l1l19SHhhAQE4X6QfakNHqK8OCYKrm5"
    "bbF+NrVQTwzzSvqtvPN0ePFCUESG6ENx4=\n";
const std::string signature =
    "untrusted comment: signature from minisign secret key\n"
    "RUR3n5nhAkn6n3h/REF/KVptlrJZud3bDCpCwFj1d43ZuCicTBpBGX+P/"
    "oeOmUpJyrdEy5PhPnYCxERfeyfaPaoNyE1YSaWuggg=\n"
    "trusted comment: by minisign\n"
    "tNzvp0XgVrExtCsfyhFu7P3sLYEgpgvUGnGq71hQErsQxzo8fDiZb1S7eGjut52uGyVKviBq76AIrbXwe56nAw==\n";
const std::string old_signature =
    "untrusted comment: signature from minisign secret key\n"
    "RWR3n5nhAkn6n2v9d5humJ5J/"
    "Rj5qQmnbmYJcPLk4jEZMvxqOe/sX4RYWQzOL15WjOYkzXwvzFTPVN2bGv0mDnuZolDcHEbppwE=\n"
    "trusted comment: legacy\n"
    "9lmV1j8xKCKPAD+ExyCTP+bLpWYDDGhkvkWRxYndup7l/AJsOLE0xKqHlxggJdKMswpq0fGrhUGx61pJw9osCA==\n";

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

std::string text_in(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A file that minisign has signed, and its key.
struct SignedFile {
    SignedFile() {
        write(file, content);
        write(signature_file(file), signature);
        write(folder / "owner.pub", public_key);
        write(folder / "owner.key", secret_key);
        key = read_verify_key(folder / "owner.pub");
    }

    /// The reason why the file is refused with this signature; empty if it is accepted.
    std::string refusal(const std::string& with) const {
        write(signature_file(file), with);
        return refusal();
    }
    std::string refusal() const try {
        verify(file, key);
        return {};
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::usage);
        return error.what();
    }

    Folder folder;
    std::filesystem::path file = folder / "mine.db";
    VerifyKey key;
};

std::string refused_key(const std::string& text, bool is_secret) try {
    const Folder folder;
    write(folder / "key", text);
    if (is_secret)
        read_signing_key(folder / "key");
    else
        read_verify_key(folder / "key");
    return {};
} catch (const Error& error) {
    CHECK(error.exit() == Exit::usage);
    return error.what();
}

/// The text with one bit of its base64 in this line changed.
std::string with_changed_byte(const std::string& text, std::size_t line, std::size_t byte) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < line; ++i) from = text.find('\n', from) + 1;
    const std::size_t size = text.find('\n', from) - from;
    const std::size_t padding = text.substr(from, size).find('=');
    const std::size_t count = size / 4 * 3 - (padding == std::string::npos ? 0 : size - padding);
    Bytes bytes = bytes_of_base64(text.substr(from, size), count);
    REQUIRE(!bytes.empty());
    bytes.at(byte) ^= 1U;
    return text.substr(0, from) + base64(bytes) + text.substr(from + size);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

const auto contains = [](const std::string& text) { return Catch::Contains(text); };

}  // namespace

TEST_CASE("a signature of minisign is verified, with its line ends of either kind") {
    const SignedFile made;
    CHECK(text_of(made.key.number) == "9FFA4902E1999F77");
    CHECK(made.refusal().empty());
    std::string lines;
    for (const char letter : signature) lines += letter == '\n' ? "\r\n" : std::string(1, letter);
    CHECK(made.refusal(lines).empty());
    CHECK(made.refusal(signature.substr(0, signature.size() - 1)).empty());  // without the last
}

TEST_CASE("a key of minisign signs what its public half verifies") {
    const SignedFile made;
    const SigningKey key = read_signing_key(made.folder / "owner.key");
    CHECK(key.number == made.key.number);
    std::filesystem::remove(signature_file(made.file));
    sign(made.file, key);
    CHECK(made.refusal().empty());
    const std::string own = text_in(signature_file(made.file));
    CHECK_THAT(own, contains("\tfile:mine.db\thashed\n"));
    // Ed25519 signs the same text alike.
    const auto second_line = [](const std::string& text) {
        const std::size_t from = text.find('\n') + 1;
        return text.substr(from, text.find('\n', from) - from);
    };
    CHECK(second_line(own) == second_line(signature));
}

TEST_CASE("a key that hone made is read again, and is never made twice") {
    const Folder folder;
    const SigningKey made = make_signing_key(folder / "mine.key");
    CHECK(read_signing_key(folder / "mine.key").secret == made.secret);
    CHECK(read_signing_key(folder / "mine.key").number == made.number);
    CHECK(read_verify_key(folder / "mine.key.pub").number == made.number);
    const std::string before = text_in(folder / "mine.key");
    CHECK_THROWS_AS(make_signing_key(folder / "mine.key"), Error);
    CHECK(text_in(folder / "mine.key") == before);
    CHECK(make_signing_key(folder / "other.key").number != made.number);
}

TEST_CASE("a signed file with any other content is refused") {
    const SignedFile made;
    for (const std::string& other : {std::string(), content + '\n', content.substr(1)}) {
        write(made.file, other);
        CHECK_THAT(made.refusal(), contains("is not what was signed"));
    }
}

TEST_CASE("each byte of a signature counts") {
    const SignedFile made;
    for (std::size_t byte = 10; byte < 74; ++byte)
        CHECK_THAT(made.refusal(with_changed_byte(signature, 1, byte)),
                   contains("is not what was signed"));
    for (std::size_t byte = 2; byte < 10; ++byte)
        CHECK_THAT(made.refusal(with_changed_byte(signature, 1, byte)),
                   contains("was signed with another key"));
    for (std::size_t byte = 0; byte < 64; ++byte)
        CHECK_THAT(made.refusal(with_changed_byte(signature, 3, byte)),
                   contains("the trusted comment of"));
}

TEST_CASE("a trusted comment belongs to the signature of its file") {
    const SignedFile made;
    for (const std::string comment : {"by minisign ", "by Minisign", "", "by minisig"})
        CHECK_THAT(made.refusal(replaced(signature, "by minisign", comment)),
                   contains("the trusted comment of"));
    // The comment of another file, which the same owner has signed.
    write(made.folder / "other.db", "other");
    sign(made.folder / "other.db", read_signing_key(made.folder / "owner.key"));
    const std::string other = text_in(signature_file(made.folder / "other.db"));
    const std::string with_other = signature.substr(0, signature.find("trusted comment: by")) +
                                   other.substr(other.find("trusted comment: timestamp"));
    CHECK_THAT(made.refusal(with_other), contains("the trusted comment of"));
    // The first line is a comment that nobody signed.
    CHECK(made.refusal(replaced(signature, "from minisign", "from me")).empty());
}

TEST_CASE("what is no signature is refused in one line") {
    const SignedFile made;
    std::vector<std::string> damaged{"\n",
                                     content,
                                     public_key,
                                     secret_key,
                                     replaced(signature, "trusted comment: by", "comment: by"),
                                     replaced(signature, "RUR3", "RUR"),
                                     replaced(signature, "RUR3", "RUR3AAAA"),
                                     replaced(signature, "RUR3", "AUR3")};
    for (std::size_t size = 1; size < signature.size() - 1; size += 7)
        damaged.push_back(signature.substr(0, size));
    for (const std::string& text : damaged) {
        CAPTURE(text);
        const std::string why = made.refusal(text);
        CHECK_THAT(why, contains("mine.db.minisig is not a signature of minisign"));
        CHECK(why.find('\n') == std::string::npos);
    }
    CHECK_THAT(made.refusal(old_signature), contains("is of an old kind, without a hash"));
    std::filesystem::remove(signature_file(made.file));
    CHECK_THAT(made.refusal(), contains("is not signed: there is no"));
}

TEST_CASE("a database beside a log that nobody signed is refused") {
    const SignedFile made;
    for (const std::string suffix : {"-wal", "-journal"}) {
        const auto log = made.folder / ("mine.db" + suffix);
        write(log, "");
        CHECK_THAT(made.refusal(), contains(suffix + " is not signed"));
        std::filesystem::remove(log);
    }
    CHECK(made.refusal().empty());
}

TEST_CASE("a half of a key is neither its other half nor another kind of key") {
    CHECK(refused_key(public_key, false).empty());
    CHECK(refused_key(secret_key, true).empty());
    CHECK_THAT(refused_key(public_key, true), contains("is not a secret key"));
    CHECK_THAT(refused_key(secret_key, false), contains("is not a public key"));
    CHECK_THAT(refused_key(signature, false), contains("is not a public key"));
    CHECK_THAT(refused_key("", true), contains("there is no such key"));
    CHECK_THAT(refused_key(locked_key, true), contains("this key has a password"));
    for (std::size_t byte = 0; byte < 2; ++byte) {  // the algorithm
        CHECK_THAT(refused_key(with_changed_byte(public_key, 1, byte), false),
                   contains("is not a public key"));
        CHECK_THAT(refused_key(with_changed_byte(secret_key, 1, byte), true),
                   contains("is not a secret key"));
    }
}

TEST_CASE("a key that is cut off or lacks its comment is refused") {
    for (std::size_t size = 1; size < public_key.size() - 1; size += 5)
        CHECK_THAT(refused_key(public_key.substr(0, size), false), contains("is not a public key"));
    for (std::size_t size = 1; size < secret_key.size() - 1; size += 9)
        CHECK_THAT(refused_key(secret_key.substr(0, size), true), contains("is not a secret key"));
    CHECK_THAT(refused_key(public_key.substr(public_key.find('\n') + 1), false),
               contains("is not a public key"));
    CHECK_THAT(refused_key(replaced(public_key, "untrusted", "trusted"), false),
               contains("is not a public key"));
}
