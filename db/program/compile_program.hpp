// SPDX-License-Identifier: MIT
// Programs from texts and from binaries, and from one to the other.
#pragma once

#include <string>

#include "db/program/owned.hpp"

namespace hone::program {

/// Where programs are built.
struct Place {
    const hone_opencl& opencl;
    cl_context context;
    cl_device_id device;
};

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
