// SPDX-License-Identifier: MIT
// The kernels that a user trusts are listed outside of databases, in a folder that only the user
// can write.
#include "db/program/trusted_texts.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/folder.hpp"

using namespace hone;
using hone::test::Folder;

namespace {

namespace fs = std::filesystem;

/// A temporary home for its lifetime.
class Home {
  public:
    Home() { setenv("XDG_DATA_HOME", (folder / "").c_str(), 1); }
    ~Home() { setenv("XDG_DATA_HOME", before_.c_str(), 1); }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;

    Folder folder;
    fs::path chosen = folder / "hone/chosen";

  private:
    std::string before_ = std::getenv("XDG_DATA_HOME");
};

}  // namespace

TEST_CASE("what was chosen is known by its kind, its text and its user") {
    const Home home;
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
    CHECK_FALSE(fs::exists(home.chosen));  // a query creates no file
    trust_text(TextKind::kernel, "a");
    trust_text(TextKind::kernel, "a");
    CHECK(is_trusted_text(TextKind::kernel, "a"));
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "b"));
    CHECK_FALSE(is_trusted_text(TextKind::file, "a"));
    CHECK_FALSE(is_trusted_text(TextKind::options, "a"));
    trust_text(TextKind::options, "-I /somewhere \n");
    CHECK(is_trusted_text(TextKind::options, "-I /somewhere \n"));
    CHECK(std::distance(fs::directory_iterator(home.chosen), {}) == 2);
    CHECK((fs::status(home.chosen).permissions() & fs::perms(077)) == fs::perms(0));
    {
        const Home other;
        CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
    }
    CHECK(is_trusted_text(TextKind::kernel, "a"));
}

TEST_CASE("a folder or a file that others can write chooses nothing") {
    const Home home;
    trust_text(TextKind::kernel, "a");
    const fs::path file = fs::directory_iterator(home.chosen)->path();
    fs::permissions(file, fs::perms(0666));
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
    fs::permissions(file, fs::perms(0600));
    fs::permissions(home.chosen, fs::perms(0777));
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
    fs::permissions(home.chosen, fs::perms(0700));
    CHECK(is_trusted_text(TextKind::kernel, "a"));
    fs::rename(file, file.string() + ".other");
    fs::create_symlink(file.string() + ".other", file);
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
}

TEST_CASE("without a home nothing is chosen, and nothing fails") {
    const Home home;
    const std::string before = std::getenv("HOME") ? std::getenv("HOME") : "";
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    CHECK_NOTHROW(trust_text(TextKind::kernel, "a"));
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
    setenv("HOME", before.c_str(), 1);
    std::ofstream(home.folder / "hone") << "a file";
    setenv("XDG_DATA_HOME", (home.folder / "").c_str(), 1);
    CHECK_NOTHROW(trust_text(TextKind::kernel, "a"));
    CHECK_FALSE(is_trusted_text(TextKind::kernel, "a"));
}
