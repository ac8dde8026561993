// SPDX-License-Identifier: MIT
// Whether two operands of a call share memory: what is written must not be read, too.
#pragma once

#include "db/launch/operand.hpp"

namespace hone::launch {

/// Throws a Failure where an element of what is written lies in what is read. Parts of one buffer
/// may lie between each other, as the panels of a matrix do.
void check_apart(const hone_opencl& opencl, const Stored& written, const Stored& read);

}  // namespace hone::launch
