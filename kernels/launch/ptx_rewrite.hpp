// SPDX-License-Identifier: MIT
// Rewrites compiled programs (db/ptx) and builds them again.
#pragma once

#include <string>
#include <string_view>

#include "kernels/launch/launcher.hpp"

namespace hone {

/// Rewrites a compiled program for `target` and builds it again. If the driver does not even run a
/// rewritten probe kernel, the result is a failed build with the reason in its log.
Compiled rewrite(const Compiled& program, const cl::Context& context, const cl::Device& device,
                 std::string_view target, const std::string& options);

}  // namespace hone
