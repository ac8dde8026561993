// SPDX-License-Identifier: MIT
// What the commands that measure add to the words of the reports: problems that are not stored yet,
// and trials as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "reports/text/describe.hpp"
#include "spaces/space/problem.hpp"

namespace hone::cli {

using hone::problem_words;
/// The words of a problem that is not stored yet.
std::string problem_words(const Problem& problem);

/// "12.3 µs ± 0.5 %, 28.6 GB/s".
std::string time_and_rate(const Trial& trial);

nlohmann::ordered_json estimate_json(const Estimate& time);
nlohmann::ordered_json trial_json(const Trial& trial);

/// Prints an answer for programs.
void print_json(const nlohmann::ordered_json& answer);

}  // namespace hone::cli
