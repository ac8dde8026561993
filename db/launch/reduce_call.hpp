// SPDX-License-Identifier: MIT
// A reduction in the terms of the tuned kernels.
#pragma once

#include "db/launch/routine_call.hpp"

namespace hone::launch {

struct ReduceCall {
    hone_precision precision;
    hone_operation operation;
    std::size_t n;
    hone_vector x, y, result;
};

/// Throws a Failure for what cannot be reduced so.
void reduce(const Target& target, const ReduceCall& call, hone_events events);

}  // namespace hone::launch
