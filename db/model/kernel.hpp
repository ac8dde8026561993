// SPDX-License-Identifier: MIT
// A kernel as stored: its names and its texts. Results stay readable and repeatable after the files
// have changed.
#pragma once

#include <string>
#include <string_view>

#include "db/model/setting.hpp"

namespace hone {

/// One implementation of a routine, as it was when it was measured.
struct Kernel {
    std::string name;         // "gemm_tile"
    std::string routine;      // "gemm"
    std::string source;       // the content of its .cl file
    std::string space;        // the content of its space file
    std::string recipe = {};  // what an application needs of the space; empty if missing
};

/// The kernel's id: it changes with its names and with any character of its texts.
std::string id_of(const Kernel& kernel);

/// A problem's arguments in the usual order: M, N and K of a gemm; for other routines the order in
/// which the space declares them. The store sorts them by name.
Settings in_declared_order(Settings problem, std::string_view routine, std::string_view space = {});

}  // namespace hone
