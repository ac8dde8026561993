// SPDX-License-Identifier: MIT
// What checks have found of one kind of launch in this process. Programs that make their kernels anew
// for each launch are checked no more often than others.
#pragma once

#include <string>

namespace hone::layer {

struct CheckRecord {
    int checks = 0;
    bool is_doubted = false;
    double original_ns = 0, substitute_ns = 0;  // the shortest
};

/// That of a kind, which is the name of a launch and its device. It is never destroyed; the mutex of
/// the objects is held.
CheckRecord& record_of(const std::string& kind);

}  // namespace hone::layer
