// SPDX-License-Identifier: MIT
// Test cases that some machines cannot run.
#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

namespace hone::test {

/// Returns true if a case can run here. If not, it prints what the case needs, and CTest counts the
/// case as skipped by that line.
inline bool has(bool here, const std::string& needed) {
    if (here) return true;
    std::printf("skipped: this needs %s\n", needed.c_str());
    SUCCEED("there is nothing to run it on");
    return false;
}

}  // namespace hone::test
