// SPDX-License-Identifier: MIT
// Texts of programs of which the driver has none: those that were linked, and those that a program
// loads as the binaries that it kept. The text of a binary is stored in the user's cache of
// programs when a program asks for the binary of what it has built.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <string>

namespace hone::layer {

struct ProgramText {
    std::string text, options;
};

/// The handle may have been another program's.
void forget_text(cl_program program);

/// What is known of a program beside what the driver says.
std::optional<ProgramText> known_text(cl_program program);

/// The text and options of a program's build for the device: those that the driver says, with the
/// files that the text includes in it, or those that are known. Empty where there is none.
ProgramText text_of_program(cl_program program, cl_device_id device);

/// Of a program that was made from one compiled program.
void note_linked(cl_program linked, cl_program compiled, cl_uint devices, const cl_device_id* list,
                 const char* options);

/// Of a program that was made from binaries: where all of them are known, and of one text.
void note_binaries(cl_program program, cl_uint count, const std::size_t* sizes,
                   const unsigned char* const* binaries);

/// Stores the text of the binaries that a program has been given.
void store_binaries(cl_program program, const unsigned char* const* binaries);

/// How a kernel was made.
struct KernelOrigin {
    std::string entry;
    cl_program program = nullptr;
    cl_context context = nullptr;
    std::string text;     // with what it includes; empty where it is unknown
    std::string options;  // of its build for the device
};
KernelOrigin origin_of(cl_kernel kernel, cl_device_id device);

}  // namespace hone::layer
