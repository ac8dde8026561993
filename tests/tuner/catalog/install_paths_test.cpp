// SPDX-License-Identifier: MIT
// The search path of shipped spaces: each place in order, and a message for a wrong one.
#include "tuner/catalog/install_paths.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "spaces/base/error.hpp"
#include "tests/folder.hpp"

namespace fs = std::filesystem;
using namespace std::string_literals;

// A scratch folder that is removed at the end, together with the setting of HONE_SHARE.
struct Scratch {
    hone::test::Folder kept;
    fs::path folder = kept / "";

    ~Scratch() { unsetenv("HONE_SHARE"); }
};

TEST_CASE("a program in its build folder finds the sources") {
    CHECK(fs::equivalent(hone::share_dir(), HONE_SOURCE_DIR));
}

TEST_CASE("an installed program finds share/hone beside itself, wherever that is") {
    const Scratch scratch;
    const auto installed = scratch.folder / "moved/share/hone";
    fs::create_directories(installed / "spaces");
    CHECK(hone::share_dir(scratch.folder / "moved/bin/hone") == installed);
}

TEST_CASE("a program that is alone says what it looked for") {
    try {
        hone::share_dir("/nowhere/bin/hone");
        FAIL("something was found below /nowhere");
    } catch (const hone::Error& error) {
        CHECK(error.exit() == hone::Exit::environment);
        CHECK(error.what() == "no spaces and kernels in /nowhere/share/hone"s);
        CHECK_THAT(error.hint(), Catch::Contains("HONE_SHARE"));
    }
}

TEST_CASE("HONE_SHARE comes first, and a wrong one is an error") {
    const Scratch scratch;
    setenv("HONE_SHARE", scratch.folder.c_str(), 1);
    CHECK_THROWS_AS(hone::share_dir(), hone::Error);

    fs::create_directories(scratch.folder / "spaces");
    CHECK(hone::share_dir() == scratch.folder);
}
