// SPDX-License-Identifier: MIT
// Which part of the candidates this call is to try: said, or read from what started it many times.
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
