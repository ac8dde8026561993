// SPDX-License-Identifier: MIT
// The main function of every test program. It isolates tests from the user's database, caches and
// choice of device in both directions, with and without CTest.
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

    // A case without assertions fails, and so does a name that selects no case.
    Catch::Session session;
    session.configData().warnings = static_cast<Catch::WarnAbout::What>(
        Catch::WarnAbout::NoAssertions | Catch::WarnAbout::NoTests);
    return session.run(argc, argv);
}
