// SPDX-License-Identifier: MIT
// The program of an answer: from memory, else from the cache on disk, else built from source and,
// if the answer needs it, rewritten and built again.
#pragma once

#include "db/lookup/tuned_kernel.hpp"
#include "db/program/compile_program.hpp"
#include "db/program/program_cache.hpp"

namespace hone::program {

/// Loads the program from memory, then from the disk cache, else builds it. Throws a Failure with
/// the compiler's log.
Owned<cl_program> load_program(const BuildContext& here, const TunedKernel& kernel,
                               const ProgramCache& cache = ProgramCache::of_user());

/// The same without the programs in memory: from disk, else built.
Owned<cl_program> read_or_build(const BuildContext& here, const TunedKernel& kernel,
                                const ProgramCache& cache);

}  // namespace hone::program
