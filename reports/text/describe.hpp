// SPDX-License-Identifier: MIT
// Problems, configs, times and devices as text, the same in every command and in reports. Stored
// canonical JSON is made readable here.
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
/// Whether the rate is given in FLOP/s: arithmetic bounds it, not memory.
bool is_arithmetic(double flops, double bytes);

/// "12.3 µs ± 0.5 %"; with too few samples for an interval "12.3 µs, 1 sample". A figure that a
/// program printed has no unit.
std::string with_spread(const Estimate& time, Figure figure = Figure::time);

/// "gemm f32 M=1024 N=1024 K=1024", without arguments that have no effect. The stored problem is
/// canonical JSON; the text of the kernel's space has the order in which its arguments are read.
std::string problem_words(std::string_view routine, std::string_view precision,
                          const std::string& stored, std::string_view space = {});

/// "MWG=64 KIND=fast" of a stored config.
std::string config_words(const std::string& stored);

/// "wrong result", "not legal"; nothing where the outcome is ok.
std::string_view failure_words(Outcome outcome);

/// "cold cache, options -cl-fast-relaxed-math" of stored conditions.
std::string condition_words(const std::string& stored);

/// "2026-03-01 12:30:05 UTC" of milliseconds since 1970.
std::string when(std::int64_t milliseconds);

/// The first line of a driver's message, for a table.
std::string first_line(const std::string& message);

/// The name of a reference library as it is written: "CLBlast".
std::string reference_words(const std::string& name);

/// A short name of a device for charts: "NVIDIA H200", "Intel Xeon Processor, 16 units".
std::string short_name(const Device& device);

/// At most so many characters; a longer text ends in an ellipsis.
std::string shortened(const std::string& text, std::size_t most);

/// Stored text as JSON; a text that is no JSON as a string.
nlohmann::ordered_json stored_json(const std::string& stored);

}  // namespace hone
