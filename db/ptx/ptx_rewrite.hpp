// SPDX-License-Identifier: MIT
// Enables instructions that the driver's assembler knows and its OpenCL compiler does not. The
// kernel contains them as comments in inline assembly ("//sm_90a: ..."). After compilation, the
// target in the program's PTX text is changed, and the comment marks are removed. Works on text
// only: no OpenCL.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// The PTX text for `target` ("sm_90a"), without the comment marks.
std::string rewritten(std::string text, std::string_view target);

/// Whether the text is a program for this target. A text that is not PTX cannot be rewritten.
bool is_for_target(std::string_view text, std::string_view target);

/// The binary of a program as text, without the zeros at its end.
std::string program_text(std::string bytes);

/// A kernel that shows whether rewritten programs run. With `ptx_probe_items` work-items per group,
/// `probe(global int* out)` writes `ptx_probe_value` only after it was rewritten.
std::string ptx_probe_source(std::string_view target);
constexpr int ptx_probe_items = 128;
constexpr int ptx_probe_value = 42;

}  // namespace hone
