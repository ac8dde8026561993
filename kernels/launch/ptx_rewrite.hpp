// SPDX-License-Identifier: MIT
// Programs that are rewritten once they are compiled (db/ptx), and built again.
#pragma once

#include <string>
#include <string_view>

#include "kernels/launch/launcher.hpp"

namespace hone {

/// A program that was compiled, rewritten for `target` and built again. Where the driver does not
/// take so much as a probe of that, it fails as a build does, and the log says so.
Compiled rewrite(const Compiled& program, const cl::Context& context, const cl::Device& device,
                 std::string_view target, const std::string& options);

}  // namespace hone
