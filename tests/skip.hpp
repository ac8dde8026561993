// SPDX-License-Identifier: MIT
// Cases that not every machine can run.
#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

namespace hone::test {

/// Whether a case can run here. Where it cannot, it says what it needs, and CTest counts it as skipped by
/// that line.
inline bool has(bool here, const std::string& needed) {
    if (here) return true;
    std::printf("skipped: this needs %s\n", needed.c_str());
    SUCCEED("there is nothing to run it on");
    return false;
}

}  // namespace hone::test
