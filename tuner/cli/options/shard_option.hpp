// SPDX-License-Identifier: MIT
// The part of the candidates that this call searches: given, or read from a launcher's variables.
#pragma once

#include <string_view>

#include "spaces/candidates/candidates.hpp"

namespace hone::cli {

/// "2/8" is the second of eight; "auto" asks the variables of Slurm, Open MPI and PMI. A usage
/// Error for anything else, and where auto finds nothing.
Shard read_shard(std::string_view text);

/// "2/8"
std::string text(const Shard& shard);

}  // namespace hone::cli
