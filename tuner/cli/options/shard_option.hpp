// SPDX-License-Identifier: MIT
// The part of the candidates that this call searches: given, or read from a launcher's variables.
#pragma once

#include <string_view>

#include "spaces/candidates/candidates.hpp"

namespace hone::cli {

/// "2/8" is the second of eight; "auto" reads the variables of Slurm, Open MPI and PMI. Throws a
/// usage Error for other texts, and if auto finds no variables.
Shard read_shard(std::string_view text);

/// "2/8"
std::string text(const Shard& shard);

}  // namespace hone::cli
