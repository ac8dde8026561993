// SPDX-License-Identifier: MIT
// The main of every test program: Catch2's own, compiled once.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
