// SPDX-License-Identifier: MIT
// The workloads: hone's own routines, each made from a problem, and the workload of a user's
// kernel, which its space describes.
#pragma once

#include <memory>
#include <vector>

#include "kernels/workload/workload.hpp"

namespace hone {

/// C = alpha * op(A) * op(B) + beta * C. Launches may name M, N, K, alpha, A, lda, B, ldb, beta, C,
/// ldc.
std::unique_ptr<Workload> make_gemm(const Space& space, const Problem& problem,
                                    const WorkloadContext& context);
std::vector<Problem> ragged_gemm(const Problem& problem);

/// The sum, dot product, sum of magnitudes or maximum of n numbers. Launches may name n, x, y,
/// result.
std::unique_ptr<Workload> make_reduction(const Space& space, const Problem& problem,
                                         const WorkloadContext& context);
std::vector<Problem> ragged_reduction(const Problem& problem);

/// The arguments that the space declares in [[arguments]], checked as in [check].
std::unique_ptr<Workload> make_custom(const Space& space, const Problem& problem,
                                      const WorkloadContext& context);

}  // namespace hone
