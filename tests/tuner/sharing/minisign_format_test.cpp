// SPDX-License-Identifier: MIT
// Keys and signatures are lines of a small file, with base64 of a fixed number of bytes.
#include "tuner/sharing/minisign_format.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <numeric>

#include "spaces/base/error.hpp"
#include "tests/folder.hpp"

using namespace hone;
using hone::test::Folder;

namespace {

Bytes counted(std::size_t count) {
    Bytes bytes(count);
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(250));
    return bytes;
}

std::filesystem::path written(const Folder& folder, const std::string& text) {
    const auto file = folder / "file";
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

}  // namespace

TEST_CASE("bytes of any number are read from their own base64") {
    CHECK(base64({}).empty());
    CHECK(base64({0, 0, 0}) == "AAAA");
    CHECK(base64({0xfb, 0xff}) == "+/8=");
    for (const std::size_t count : {1U, 2U, 3U, 42U, 64U, 74U, 158U}) {
        CAPTURE(count);
        const std::string text = base64(counted(count));
        CHECK(text.size() == (count + 2) / 3 * 4);
        CHECK(bytes_of_base64(text, count) == counted(count));
    }
}

TEST_CASE("base64 of another number of bytes, or of another alphabet, is refused") {
    const std::string text = base64(counted(42));
    REQUIRE(!bytes_of_base64(text, 42).empty());
    CHECK(bytes_of_base64(text, 41).empty());
    CHECK(bytes_of_base64(text, 43).empty());
    CHECK(bytes_of_base64("", 42).empty());
    CHECK(bytes_of_base64(base64(counted(2)).substr(0, 3), 2).empty());  // without padding
    CHECK(bytes_of_base64("-_8=", 2).empty());
    for (const char foreign : {' ', '\n', '-', '_', '=', '\0', '\x80'}) {
        CAPTURE(static_cast<int>(foreign));
        CHECK(bytes_of_base64(text + foreign, 42).empty());
        CHECK(bytes_of_base64(foreign + text, 42).empty());
        std::string replaced = text;
        replaced[20] = foreign;
        CHECK(bytes_of_base64(replaced, 42).empty());
    }
}

TEST_CASE("lines of a small file have no line ends, of either kind") {
    const Folder folder;
    using Lines = std::vector<std::string>;
    CHECK(small_file(written(folder, "one\ntwo\n")) == Lines{"one", "two"});
    CHECK(small_file(written(folder, "one\r\n\r\ntwo")) == Lines{"one", "", "two"});
    CHECK(small_file(written(folder, "")).empty());
    CHECK(small_file(folder / "missing").empty());
}

TEST_CASE("only a regular file of at most 4 KiB is a key or a signature") {
    const Folder folder;
    CHECK(small_file(written(folder, std::string(4096, 'x'))).size() == 1);
    CHECK_THROWS_AS(small_file(written(folder, std::string(4097, 'x'))), Error);
    CHECK_THROWS_AS(small_file(folder / ""), Error);
}
