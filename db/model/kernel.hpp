// SPDX-License-Identifier: MIT
// A kernel as the store keeps it: its names and its texts. What was measured stays readable and can
// be run again after the files have changed.
#pragma once

#include <string>
#include <string_view>

#include "db/model/setting.hpp"

namespace hone {

/// One way to compute one routine, as it was when it was measured.
struct Kernel {
    std::string name;         // "gemm_tile"
    std::string routine;      // "gemm"
    std::string source;       // the text of its .cl
    std::string space;        // the text of its space
    std::string recipe = {};  // what an application needs of the space; empty where nobody wrote it
};

/// The kernel's id: changes with its names and with every character of its texts.
std::string id_of(const Kernel& kernel);

/// A problem's arguments as a person reads them: M, N and K of a gemm; of other routines in the
/// order in which the text of the space declares them. The store sorts them by name.
Settings in_declared_order(Settings problem, std::string_view routine, std::string_view space = {});

}  // namespace hone
