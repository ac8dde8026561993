// SPDX-License-Identifier: MIT
// Instructions that a driver's assembler knows and its OpenCL compiler does not. The kernel says
// them in comments of inline assembly ("//sm_90a: ..."); once compiled, the program's text is taken
// back, told that it is for that target, freed of these marks, and built again.
#pragma once

#include <string>
#include <string_view>

#include "kernels/launch/launcher.hpp"

namespace hone {

/// A program's text for `target` ("sm_90a"), whose marks are gone.
std::string rewritten(std::string text, std::string_view target);

/// A program that was compiled, rewritten for `target` and built again. Where the driver does not
/// take so much as a probe of that, it fails as a build does, and the log says so.
Compiled rewrite(const Compiled& program, const cl::Context& context, const cl::Device& device,
                 std::string_view target, const std::string& options);

}  // namespace hone
