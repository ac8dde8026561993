// SPDX-License-Identifier: MIT
// The main of every test program. Nothing that a test does reaches the user's own database, caches
// or choice of device, nor do these reach a test: not in CTest, and not when it is run by
// hand.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdlib>

int main(int argc, char** argv) {
    setenv("XDG_DATA_HOME", HONE_TEST_DIR "/home", 1);
    setenv("XDG_CACHE_HOME", HONE_TEST_DIR "/home", 1);
    setenv("POCL_CACHE_DIR", HONE_TEST_DIR "/pocl", 1);
    for (const char* name : {"HONE_DB", "HONE_CACHE", "HONE_DEVICE", "HONE_SHARE",
                             "CLBLAST_PLATFORM", "CLBLAST_DEVICE", "NO_COLOR"})
        unsetenv(name);

    // A case that asserts nothing fails, and so does a name that selects no case.
    Catch::Session session;
    session.configData().warnings = static_cast<Catch::WarnAbout::What>(
        Catch::WarnAbout::NoAssertions | Catch::WarnAbout::NoTests);
    return session.run(argc, argv);
}
