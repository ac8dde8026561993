// SPDX-License-Identifier: MIT
// The bandwidth of reads by the size of what is read over and over: a curve with a plateau for each
// cache. What the levels are is judged later, from the curve (reports/evidence/cache_levels.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "tuner/probing/probe_race.hpp"

namespace hone {

/// The sizes to measure, in bytes: 8 KiB, 12 KiB, 16 KiB, and so on, up to this many.
std::vector<std::size_t> working_sets(std::size_t most_bytes);

/// One result for each working set that the buffer holds. `to` is not written.
std::vector<Probe> probe_caches(const ProbeTimer& timer, const cl::Buffer& from,
                                const cl::Buffer& to, std::size_t bytes);

}  // namespace hone
