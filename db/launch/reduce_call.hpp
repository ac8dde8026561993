// SPDX-License-Identifier: MIT
// Maps a reduction to the tuned kernels.
#pragma once

#include "db/launch/routine_call.hpp"

namespace hone::launch {

struct ReduceCall {
    hone_precision precision;
    hone_operation operation;
    std::size_t n;
    hone_vector x, y, result;
};

/// Runs the reduction. Throws a Failure if the operands do not fit the call or it cannot run.
void reduce(const CallContext& caller, const ReduceCall& call, hone_events events);

}  // namespace hone::launch
