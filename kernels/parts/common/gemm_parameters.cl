// SPDX-License-Identifier: MIT
// What all GEMM kernels share: C = alpha * op(A) * op(B) + beta * C, row major, where op(A) is M x K,
// op(B) is K x N, and op transposes where TA or TB is 1.
//
// Every kernel accepts any M, N, K and leading dimension, and neither reads nor writes outside of the
// matrices. With beta = 0 C is not read. Where a kernel has SPLIT_K and it is above 1, several work-groups
// share the K of a tile (parts/common/tile_scheduler.cl); parts/nvidia/splitk_fixup.cl adds their sums up.
//
// Expects nothing. Each macro is a default, which -D overrides.
// Defines TA, TB, K_MAJOR_A, K_MAJOR_B, SWIZZLE_M, SPLIT_K.

#ifndef TA
#define TA 0  // 1: A is stored transposed, K x M
#endif
#ifndef TB
#define TB 0  // 1: B is stored transposed, N x K
#endif
#define K_MAJOR_A (!TA)  // 1: K runs along the stored rows of A; 0: A is MN-major
#define K_MAJOR_B TB

#ifndef SWIZZLE_M
#define SWIZZLE_M 8  // threadblock swizzle: tile rows that are visited together; the argument swizzle_m
#endif
#ifndef SPLIT_K
#define SPLIT_K 1  // slices of K; above 1, the argument `slices`
#endif
