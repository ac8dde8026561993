// SPDX-License-Identifier: MIT
// Measures the read bandwidth by the size of the working set, which is read repeatedly: a curve
// with a plateau for each cache. The cache levels are derived from the curve later
// (reports/evidence/cache_levels.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "tuner/probing/probe_race.hpp"

namespace hone {

/// The sizes to measure, in bytes: 8 KiB, 12 KiB, 16 KiB, and so on, up to this many.
std::vector<std::size_t> working_sets(std::size_t most_bytes);

/// Returns one result for each working set that fits into the buffer. `to` is not written.
std::vector<Probe> probe_caches(const ProbeTimer& timer, const cl::Buffer& from,
                                const cl::Buffer& to, std::size_t bytes);

}  // namespace hone
