// SPDX-License-Identifier: MIT
// Hashes, canonical JSON and paths: the text functions behind ids and files.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "db/model/canonical_json.hpp"
#include "db/model/outcome.hpp"
#include "db/model/printable.hpp"
#include "db/model/sha256.hpp"
#include "db/model/store_error.hpp"
#include "db/sqlite/database_path.hpp"

using namespace hone;

namespace {

/// An environment variable with another value for its lifetime.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~Variable() { set(before_ ? before_->c_str() : nullptr); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    void set(const char* value) { value ? setenv(name_, value, 1) : unsetenv(name_); }

    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("SHA-256 gives the published digests") {
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a hash by a processor's instructions is the hash without them") {
    std::string bytes;
    for (int count = 0; count < 300; ++count) {
        CHECK(sha256(bytes) == portable_sha256(bytes));
        bytes += static_cast<char>(151 * count + count / 7);
    }
    CHECK(portable_sha256("abc") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("an id depends on where one part ends and the next begins") {
    CHECK(Fingerprint().add("ab").add("c").id() != Fingerprint().add("a").add("bc").id());
    CHECK(Fingerprint().add("1").id() == Fingerprint().add(1).id());
    CHECK(Fingerprint().add("a").id().size() == 32);
}

TEST_CASE("what nobody sees is a blank in a name, and what is written stays") {
    for (const char* unseen : {"\u00ad", "\u034f", "\u115f", "\u180e", "\u200b", "\u200c", "\u200d",
                               "\u2060", "\u2064", "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\ufff9",
                               "\U000e0001", "\U000e0041", "\U000e007f", "\U000e0100"}) {
        INFO("0x" << std::hex << static_cast<int>(static_cast<unsigned char>(unseen[1])));
        const std::string shown = printable(std::string("A") + unseen + "B");
        CHECK(shown == "A" + std::string(std::strlen(unseen), ' ') + "B");
        CHECK(one_line(std::string("A") + unseen + "B") == shown);
    }
    for (const char* seen : {"\u00ac", "\u00ae", "\u2026", "\u2010", "\u2070", "\u3163", "\ufe10",
                             "\ufffd", "\u03bc", "\u4e2d", "\U0001f600", "\U000e1000"})
        CHECK(printable(seen) == seen);
}

TEST_CASE("equal settings have one text") {
    CHECK(canonical({}) == "{}");
    CHECK(canonical({{"MWG", 64}, {"SCALE", 0.1}, {"KIND", "a\"b\\c\n"}}) ==
          R"({"MWG":64,"SCALE":0.1,"KIND":"a\"b\\c\u000a"})");
    CHECK(canonical({{"n", INT64_MIN}}) == R"({"n":-9223372036854775808})");
}

TEST_CASE("words stand for their values, and no other word does") {
    CHECK(word(Outcome::timeout) == "timeout");
    CHECK(from_word<Outcome>("wrong") == Outcome::wrong);
    CHECK_THROWS_WITH(from_word<Outcome>("great"), Catch::Contains("'great'"));
}

TEST_CASE("the database's path: given, HONE_DB, XDG_DATA_HOME, HOME, none") {
    const Variable db("HONE_DB", "/tmp/named.db");
    const Variable xdg("XDG_DATA_HOME", "/data");
    const Variable home("HOME", "/home/user");
    CHECK(database_path("given.db") == "given.db");
    CHECK(database_path() == "/tmp/named.db");
    const Variable no_db("HONE_DB", nullptr);
    CHECK(database_path() == "/data/hone/hone.db");
    const Variable relative("XDG_DATA_HOME", "data");
    CHECK(database_path() == "/home/user/.local/share/hone/hone.db");
    const Variable homeless("HOME", nullptr);
    CHECK_THROWS_WITH(database_path(), Catch::Contains("HOME is not set"));
}
