// SPDX-License-Identifier: MIT
// Whether a driver takes programs that were rewritten: tried once with a small kernel, and
// remembered by device and driver, in memory and in the cache.
#pragma once

#include <string>

#include "db/program/compile_program.hpp"
#include "db/program/program_cache.hpp"

namespace hone::program {

/// Whether a program that was rewritten for `target` builds and runs here. Where that could not be found
/// out, such as without memory, the answer is no, and is not remembered.
bool takes_rewritten(const Place& place, const std::string& target, const ProgramCache& cache);

}  // namespace hone::program
