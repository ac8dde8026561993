// SPDX-License-Identifier: MIT
// How samples lie in the database: nanoseconds, each a 64-bit integer, lowest byte first, one after
// the other. Any language reads that in one line (Python: struct.unpack(f"<{len(b) // 8}q", b)).
#pragma once

#include <cstdint>
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

}  // namespace hone
