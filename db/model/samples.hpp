// SPDX-License-Identifier: MIT
// The format of samples in the database: nanoseconds as 64-bit integers, lowest byte first, one
// after the other. Any language reads that in one line (Python: struct.unpack(f"<{len(b) // 8}q",
// b)).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// All samples of one measurement, in nanoseconds, in the order of the measurement.
using Samples = std::vector<std::int64_t>;

/// The samples as the bytes of a blob.
std::string pack(std::span<const std::int64_t> samples);

/// The samples of a blob; bytes past the last whole sample are ignored.
Samples unpack(std::string_view blob);

/// The meaning of samples: nanoseconds, or figures that a program printed, where lower or higher is
/// better. A smaller sample is always better, so code that compares times also compares figures.
enum class Figure { time, lower, higher };

/// The meaning of the samples of a key with these conditions.
Figure figure_of(const std::string& conditions);

/// The sample of a figure; nullopt if the figure is not above zero, or too large or too small to
/// store.
std::optional<std::int64_t> sample_of(double figure, Figure kind);
/// The figure of a sample, or of a median of samples.
double figure_from(double sample, Figure kind);

}  // namespace hone
