// SPDX-License-Identifier: MIT
// Whether two operands of a call share memory: a call must not read memory that it writes.
#pragma once

#include "db/launch/operand.hpp"

namespace hone::launch {

/// Throws a Failure if an element that is written is also read. Parts of one buffer may be
/// interleaved, such as the panels of a matrix.
void check_apart(const hone_opencl& opencl, const MatrixView& written, const MatrixView& read);

}  // namespace hone::launch
