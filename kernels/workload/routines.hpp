// SPDX-License-Identifier: MIT
// The routines that hone brings itself, each made from a problem, and what stands for all others:
// the kernel of a user's, which its space describes.
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

/// Whatever the space declares in [[arguments]], checked as its [check] says.
std::unique_ptr<Workload> make_custom(const Space& space, const Problem& problem,
                                      const WorkloadContext& context);

}  // namespace hone
