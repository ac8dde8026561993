// SPDX-License-Identifier: MIT
// Finds out whether a driver accepts rewritten programs. It tries a small kernel once, and
// remembers the result: in memory per device, in the cache per device and driver.
#pragma once

#include <string>

#include "db/program/compile_program.hpp"
#include "db/program/program_cache.hpp"

namespace hone::program {

/// Whether a program that was rewritten for `target` builds and runs here. If the probe is
/// inconclusive, for example without memory, the result is false and is not remembered.
bool takes_rewritten(const BuildContext& here, const std::string& target,
                     const ProgramCache& cache);

/// Removes the results from memory: the handle of a released device may be used again.
void forget_rewrite_probes();

}  // namespace hone::program
