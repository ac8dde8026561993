// SPDX-License-Identifier: MIT
// Lines are appended to a log and to no other file.
#include "tuner/layer/change_log.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/folder.hpp"

using namespace hone::layer;
using hone::test::Folder;

namespace {

const std::string line = "a: global 64 local 8: local 16\n";

std::string log_text(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("lines are appended to a log that is missing, empty, or of an earlier process") {
    const Folder folder;
    const auto file = folder / "log";
    append_to_log(file, line);
    append_to_log(file, "b: global 1 local NULL: 3 us\n");
    CHECK(log_text(file) == line + "b: global 1 local NULL: 3 us\n");
    std::ofstream(folder / "empty") << "";
    append_to_log(folder / "empty", line);
    CHECK(log_text(folder / "empty") == line);
}

TEST_CASE("a file with anything else in it is not changed") {
    const Folder folder;
    for (const std::string& content :
         {std::string("SQLite format 3\0", 16), std::string("\n"), std::string("notes\n") + line,
          std::string("global 64\n"), std::string(5000, 'x') + line}) {
        CAPTURE(content.substr(0, 20));
        std::ofstream(folder / "file", std::ios::binary) << content;
        append_to_log(folder / "file", line);
        CHECK(log_text(folder / "file") == content);
    }
}

TEST_CASE("nothing is appended through a link, or to a folder or a pipe") {
    const Folder folder;
    append_to_log(folder / "log", line);
    std::filesystem::create_symlink(folder / "log", folder / "link");
    std::filesystem::create_symlink(folder / "missing", folder / "dangling");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const char* name : {"link", "dangling", "pipe", "", "no/folder"})
        append_to_log(folder / name, line);  // and returns
    CHECK(log_text(folder / "log") == line);
    CHECK_FALSE(std::filesystem::exists(folder / "missing"));
}
