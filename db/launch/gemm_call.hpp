// SPDX-License-Identifier: MIT
// A matrix product in the terms of the tuned kernels, which are row-major.
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

/// Throws a Failure for what cannot be multiplied so.
void gemm(const Target& target, GemmCall call, hone_events events);

}  // namespace hone::launch
