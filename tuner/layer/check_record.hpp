// SPDX-License-Identifier: MIT
// The results of checks for one kind of launch in this process. A program that creates its kernels
// anew for each launch needs no more checks than others.
#pragma once

#include <string>

namespace hone::layer {

struct CheckRecord {
    int checks = 0;
    bool is_doubted = false;
    double original_ns = 0, substitute_ns = 0;  // the shortest times
};

/// The record of a kind, which is the name of a launch and its device. It is never destroyed. Needs
/// the mutex of objects() held.
CheckRecord& record_of(const std::string& kind);

}  // namespace hone::layer
