// SPDX-License-Identifier: MIT
// A product in a few lines, into which faults are planted.
#pragma once

#include "tests/kernels/bench.hpp"

namespace hone::test {

/// A correct GEMM with a place for one inserted line.
inline std::string gemm_with(const std::string& fault) {
    return R"(
__kernel void gemm(const int M, const int N, const int K, const REAL alpha, __global REAL *A,
                   const int lda, __global REAL *B, const int ldb, const REAL beta,
                   __global REAL *C, const int ldc) {
    const int m = get_global_id(0) / N, n = get_global_id(0) % N;
    REAL sum = 0;
    for (int k = 0; k < K; k++) sum += A[m * lda + k] * B[k * ldb + n];
    sum = alpha * sum + (beta != 0 ? beta * C[m * ldc + n] : 0);
    )" + fault +
           R"(
    C[m * ldc + n] = sum;
})";
}

/// One work-item for each element of C.
inline Plan one_item_per_element(const Problem& problem) {
    Plan plan;
    Launch launch;
    launch.entry = "gemm";
    launch.arguments = shipped("gemm_tile").launch.front().arguments;
    const auto extent = [&](const char* name) {
        return static_cast<std::size_t>(std::get<Number>(problem.arguments.at(name)).numerator());
    };
    launch.global[0] = extent("M") * extent("N");
    plan.launches.push_back(launch);
    return plan;
}

}  // namespace hone::test
