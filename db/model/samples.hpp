// SPDX-License-Identifier: MIT
// How samples lie in the database: nanoseconds, each a 64-bit integer, lowest byte first, one after
// the other. Any language reads that in one line (Python: struct.unpack(f"<{len(b) // 8}q", b)).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// Every sample of one measurement, in nanoseconds, in the order in which they were taken.
using Samples = std::vector<std::int64_t>;

/// The samples as the bytes of a blob.
std::string pack(std::span<const std::int64_t> samples);

/// The samples of a blob; bytes past the last whole sample are ignored.
Samples unpack(std::string_view blob);

/// What samples stand for: nanoseconds, or figures that a program printed, of which the lower or
/// the higher is the better one. A sample is smaller where the figure is better, so that all that
/// compares times compares figures.
enum class Figure { time, lower, higher };

/// What the samples of a key with these conditions stand for.
Figure figure_of(const std::string& conditions);

/// The sample of a figure; nothing where it is not above zero, or too large or too small to be kept.
std::optional<std::int64_t> sample_of(double figure, Figure kind);
/// The figure of a sample, or of a median of samples.
double figure_from(double sample, Figure kind);

}  // namespace hone
