// SPDX-License-Identifier: MIT
// Problems, configs, times and devices as text, the same in all commands and reports. Input is
// stored canonical JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "db/model/trial.hpp"

namespace hone {

/// "43.9 TFLOP/s", or "4.66 TB/s" for memory-bound problems; "–" if neither is known.
std::string rate(double flops, double bytes, double nanoseconds);
std::string rate(const Trial& trial);
/// True if the rate is given in FLOP/s: arithmetic is the limit, not memory.
bool is_arithmetic(double flops, double bytes);

/// "12.3 µs ± 0.5 %"; with too few samples for an interval "12.3 µs, 1 sample". A figure that a
/// program printed has no unit.
std::string with_spread(const MedianInterval& time, Figure figure = Figure::time);

/// "gemm f32 M=1024 N=1024 K=1024", without arguments that have no effect. The stored problem is
/// canonical JSON; the kernel's space declares the order of its arguments.
std::string problem_words(std::string_view routine, std::string_view precision,
                          const std::string& stored, std::string_view space = {});

/// "MWG=64 KIND=fast" from a stored config.
std::string config_words(const std::string& stored);

/// "wrong result", "not legal"; empty if the outcome is ok.
std::string_view failure_words(Outcome outcome);

/// "cold cache, options -cl-fast-relaxed-math" from stored conditions.
std::string condition_words(const std::string& stored);

/// "2026-03-01 12:30:05 UTC" from milliseconds since 1970.
std::string when(std::int64_t milliseconds);

/// The first line of a driver's message, for a table.
std::string first_line(const std::string& message);

/// The proper spelling of a reference library: "CLBlast".
std::string reference_words(const std::string& name);

/// A short name of a device for charts: "NVIDIA H200", "Intel Xeon Processor, 16 units".
std::string short_name(const Device& device);

/// Limits a text's characters; a longer text ends in an ellipsis.
std::string shortened(const std::string& text, std::size_t most);

/// Stored text as JSON; invalid JSON becomes a string.
nlohmann::ordered_json stored_json(const std::string& stored);

}  // namespace hone
