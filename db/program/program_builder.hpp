// SPDX-License-Identifier: MIT
// The program of an answer: from memory, else from the cache on disk, else built from its text and,
// where the answer says so, rewritten and built again.
#pragma once

#include "db/lookup/tuned_kernel.hpp"
#include "db/program/owned.hpp"
#include "db/program/program_cache.hpp"

namespace hone::program {

/// Where programs are built.
struct Place {
    const hone_opencl& opencl;
    cl_context context;
    cl_device_id device;
};

/// The program, from wherever it is the soonest. Throws a Failure with the compiler's log.
Owned<cl_program> load_program(const Place& place, const TunedKernel& kernel,
                               const ProgramCache& cache = ProgramCache::of_user());

/// The same without memory: from disk, else built.
Owned<cl_program> read_or_build(const Place& place, const TunedKernel& kernel,
                                const ProgramCache& cache);

/// Builds a text. Throws a Failure with the compiler's log.
Owned<cl_program> build_source(const Place& place, const std::string& source,
                               const std::string& options);

/// Builds what a driver gave before, or text for its assembler.
Owned<cl_program> build_binary(const Place& place, const std::string& bytes,
                               const std::string& options);

/// The program as the driver gives it; empty where it gives none.
std::string binary_of(const Place& place, cl_program program);

/// The program rewritten for `target` and built again. Throws a Failure where the driver's programs
/// are no text for it.
Owned<cl_program> rewrite_program(const Place& place, cl_program program, const std::string& target,
                                  const std::string& options);

}  // namespace hone::program
