// SPDX-License-Identifier: MIT
// Problems, configs and times in words and in JSON: the same ones in every command's answer.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "db/trial.hpp"
#include "spaces/problem.hpp"

namespace hone::cli {

/// "43.9 TFLOP/s", or "4.66 TB/s" for what memory bounds; "–" where the space says neither.
std::string rate(const Trial& trial);

/// "12.3 µs ± 0.5 %"; of too few samples for an interval "12.3 µs, 1 sample".
std::string with_spread(const Estimate& time);

/// "gemm f32 K=1024 M=1024 N=1024": without arguments that change nothing. The stored problem is
/// canonical JSON.
std::string problem_words(std::string_view routine, std::string_view precision,
                          const std::string& stored);
std::string problem_words(const Problem& problem);

/// "MWG=64 KIND=fast" of a stored config.
std::string config_words(const std::string& stored);

/// "cold cache, options -cl-fast-relaxed-math" of stored conditions.
std::string condition_words(const std::string& stored);

/// "2026-03-01 12:30:05 UTC" of milliseconds since 1970.
std::string when(std::int64_t milliseconds);

/// "12.3 µs ± 0.5 %, 28.6 GB/s".
std::string time_and_rate(const Trial& trial);

/// The first line of a driver's message, for a table.
std::string first_line(const std::string& message);

/// Somebody else as they write themselves: "CLBlast".
std::string peer_words(const std::string& name);

nlohmann::ordered_json estimate_json(const Estimate& time);
nlohmann::ordered_json trial_json(const Trial& trial);

/// Stored JSON as JSON; a text that is none as the text itself.
nlohmann::ordered_json stored_json(const std::string& stored);

/// Prints an answer for programs.
void print_json(const nlohmann::ordered_json& answer);

}  // namespace hone::cli
