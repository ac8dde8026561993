// SPDX-License-Identifier: MIT
// How `hone check` shows what became of the stored bests.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/device.hpp"
#include "db/model/kernel.hpp"
#include "db/model/trial.hpp"

namespace hone::cli {

/// A best, with what it was measured with.
struct Stored {
    Best best;
    Kernel kernel;
    Device device;
    bool same_kernel = true;  // its texts are still those of today
    bool same_driver = true;
};

/// How the time of now compares with the one before.
enum class Change { as_before, faster, slower, wrong, failed };
constexpr auto words_of(Change /*any*/) {
    return std::array<std::string_view, 5>{"as before", "faster", "slower", "wrong", "failed"};
}

/// A best that was measured again.
struct Checked {
    Stored stored;
    Estimate before;
    std::optional<Trial> now;
    Change verdict = Change::failed;
    std::vector<std::string> notes;
};

/// "gemm f32 K=1024 M=1024 N=1024".
std::string problem_of(const Best& best);

/// Prints a line for each.
void print_checks(const std::vector<Checked>& all);

/// Prints them for programs.
void print_checks_json(const std::vector<Checked>& all);

}  // namespace hone::cli
