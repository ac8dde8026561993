// SPDX-License-Identifier: MIT
// CLBlast asks for the binary of each program that it builds, and keeps it for other contexts. For a
// binary, PoCL compiles all kernels of the program, which takes 6 of the 8 seconds of a first
// product. A process of hone has one context per device, so CLBlast gets no binaries.
#pragma once

#include <cstddef>

namespace hone::blas {

/// While it exists, programs for CPUs have no binaries for this thread.
class BinariesWithheld {
  public:
    BinariesWithheld();
    ~BinariesWithheld();
    BinariesWithheld(const BinariesWithheld&) = delete;
    BinariesWithheld& operator=(const BinariesWithheld&) = delete;
};

/// How many programs this thread has been told to have no binary.
std::size_t binaries_withheld();

}  // namespace hone::blas
