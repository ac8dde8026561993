// SPDX-License-Identifier: MIT
// Texts of programs for which the driver has none: linked programs, and programs loaded from kept
// binaries. When a program asks for the binary of a build, its text is stored in the user's cache
// of programs.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <string>

namespace hone::layer {

struct ProgramText {
    std::string text, options;
};

/// Drops the text of this handle, which may have been another program's.
void forget_text(cl_program program);

/// The text of a program that the driver does not report.
std::optional<ProgramText> known_text(cl_program program);

/// The text and options of a program's build for the device: those of the driver, with included
/// files inserted, or the recorded ones. Empty if there are none.
ProgramText text_of_program(cl_program program, cl_device_id device);

/// Records the text of a program that was linked from one compiled program.
void note_linked(cl_program linked, cl_program compiled, cl_uint devices, const cl_device_id* list,
                 const char* options);

/// Records the text of a program that was made from binaries, if all of them are known and have the
/// same text.
void note_binaries(cl_program program, cl_uint count, const std::size_t* sizes,
                   const unsigned char* const* binaries);

/// Stores the text for the binaries that a program has received.
void store_binaries(cl_program program, const unsigned char* const* binaries);

/// How a kernel was created.
struct KernelOrigin {
    std::string entry;
    cl_program program = nullptr;
    cl_context context = nullptr;
    std::string text;     // with included files; empty if unknown
    std::string options;  // of its build for the device
};
KernelOrigin origin_of(cl_kernel kernel, cl_device_id device);

}  // namespace hone::layer
