// SPDX-License-Identifier: MIT
// Builds programs from source and from binaries, and gets binaries from programs.
#pragma once

#include <string>

#include "db/program/owned.hpp"

namespace hone::program {

/// OpenCL, context and device for which programs are built.
struct BuildContext {
    const hone_opencl& opencl;
    cl_context context;
    cl_device_id device;
};

/// Builds a source. Throws a Failure with the compiler's log.
Owned<cl_program> build_source(const BuildContext& here, const std::string& source,
                               const std::string& options);

/// Builds a binary that the driver returned before, or text for its assembler.
Owned<cl_program> build_binary(const BuildContext& here, const std::string& bytes,
                               const std::string& options);

/// The binary of the program; empty if the driver returns none.
std::string binary_of(const BuildContext& here, cl_program program);

/// Rewrites the program for `target` and builds it again. Throws a Failure if the driver's binaries
/// are not PTX text for it.
Owned<cl_program> rewrite_program(const BuildContext& here, cl_program program,
                                  const std::string& target, const std::string& options);

}  // namespace hone::program
