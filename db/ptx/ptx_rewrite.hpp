// SPDX-License-Identifier: MIT
// Instructions that a driver's assembler knows and its OpenCL compiler does not. The kernel says
// them in comments of inline assembly ("//sm_90a: ..."); once compiled, the program's text (PTX) is
// told that it is for that target and freed of these marks. Text in, text out: no OpenCL.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// A program's text for `target` ("sm_90a"), whose marks are gone.
std::string rewritten(std::string text, std::string_view target);

/// Whether the text is a program for this target: what is no PTX cannot be rewritten.
bool is_for_target(std::string_view text, std::string_view target);

/// The bytes of a program as text, without the zeros at its end.
std::string program_text(std::string bytes);

/// A kernel that shows whether rewritten programs run: with `ptx_probe_items` work-items in a
/// group, `probe(global int* out)` writes `ptx_probe_value` only once it was rewritten.
std::string ptx_probe_source(std::string_view target);
constexpr int ptx_probe_items = 128;
constexpr int ptx_probe_value = 42;

}  // namespace hone
