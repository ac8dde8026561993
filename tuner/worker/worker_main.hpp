// SPDX-License-Identifier: MIT
// The worker's side of the line: it owns the OpenCL context, does what it is told, and may die of
// it. Each request is one message with "do"; each answer ends with one message that has "done" or
// "failed"; between them it may say how far it is, which starts the parent's deadline anew.
#pragma once

#include "spaces/base/error.hpp"

namespace hone {

/// The descriptor on which a worker finds its line.
inline constexpr int worker_descriptor = 3;

/// Serves requests until the line closes.
Exit serve_as_worker();

}  // namespace hone
