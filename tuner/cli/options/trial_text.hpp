// SPDX-License-Identifier: MIT
// Text and JSON of problems and trials, for the commands that measure.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "reports/text/describe.hpp"
#include "spaces/space/problem.hpp"

namespace hone::cli {

using hone::problem_words;
/// The text of a problem that is not stored yet.
std::string problem_words(const Problem& problem);

/// "12.3 µs ± 0.5 %, 28.6 GB/s".
std::string time_and_rate(const Trial& trial);

nlohmann::ordered_json estimate_json(const Estimate& time);
nlohmann::ordered_json trial_json(const Trial& trial);

/// Prints JSON on stdout.
void print_json(const nlohmann::ordered_json& answer);

}  // namespace hone::cli
