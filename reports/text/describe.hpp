// SPDX-License-Identifier: MIT
// Problems, configs, times and devices in words: the same ones in every command's answer and in the
// report. What is stored as canonical JSON is made readable here.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "db/model/trial.hpp"

namespace hone {

/// "43.9 TFLOP/s", or "4.66 TB/s" for what memory bounds; "–" where neither is known.
std::string rate(double flops, double bytes, double nanoseconds);
std::string rate(const Trial& trial);
/// Whether arithmetic is what bounds it, so that its rate is told in FLOP/s.
bool is_arithmetic(double flops, double bytes);

/// "12.3 µs ± 0.5 %"; of too few samples for an interval "12.3 µs, 1 sample".
std::string with_spread(const Estimate& time);

/// "gemm f32 K=1024 M=1024 N=1024": without arguments that change nothing. The stored problem is
/// canonical JSON.
std::string problem_words(std::string_view routine, std::string_view precision,
                          const std::string& stored);

/// "MWG=64 KIND=fast" of a stored config.
std::string config_words(const std::string& stored);

/// "cold cache, options -cl-fast-relaxed-math" of stored conditions.
std::string condition_words(const std::string& stored);

/// "2026-03-01 12:30:05 UTC" of milliseconds since 1970.
std::string when(std::int64_t milliseconds);

/// The first line of a driver's message, for a table.
std::string first_line(const std::string& message);

/// Somebody else as they write themselves: "CLBlast".
std::string reference_words(const std::string& name);

/// A device as a chart has room for it: "NVIDIA H200", "Intel Xeon Processor, 16 units".
std::string short_name(const Device& device);

/// At most so many characters, the last of them an ellipsis where some are left out.
std::string shortened(const std::string& text, std::size_t most);

/// Stored JSON as JSON; a text that is none as the text itself.
nlohmann::ordered_json stored_json(const std::string& stored);

}  // namespace hone
