// SPDX-License-Identifier: MIT
// Prints the results of `hone check`.
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

/// A stored best with its kernel and device.
struct StoredBest {
    Best best;
    Kernel kernel;
    Device device;
    bool same_kernel = true;  // its source and space have not changed
    bool same_driver = true;
};

/// The new time compared with the stored one.
enum class Change { as_before, faster, slower, wrong, failed };
constexpr auto words_of(Change /*any*/) {
    return std::array<std::string_view, 5>{"as before", "faster", "slower", "wrong", "failed"};
}

/// A best that was measured again.
struct CheckedBest {
    StoredBest stored;
    Estimate before;
    std::optional<Trial> now;
    Change verdict = Change::failed;
    std::vector<std::string> notes;
};

/// "gemm f32 K=1024 M=1024 N=1024".
std::string problem_of(const Best& best);

/// Prints a row for each.
void print_checks(const std::vector<CheckedBest>& all);

/// Prints them for programs.
void print_checks_json(const std::vector<CheckedBest>& all);

}  // namespace hone::cli
