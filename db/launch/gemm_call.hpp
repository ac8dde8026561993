// SPDX-License-Identifier: MIT
// Maps a matrix product to the tuned kernels, which are row-major.
#pragma once

#include "db/launch/routine_call.hpp"

namespace hone::launch {

struct GemmCall {
    hone_precision precision;
    hone_order order;
    std::size_t m, n, k;
    double alpha;
    hone_matrix a, b;
    double beta;
    hone_matrix c;
};

/// Runs the product. Throws a Failure if the operands do not fit the call or it cannot run.
void gemm(const CallContext& caller, GemmCall call, hone_events events);

}  // namespace hone::launch
