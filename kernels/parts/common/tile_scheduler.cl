// SPDX-License-Identifier: MIT
// The tile scheduler: which tile of C and which slice of K a work-group computes, and the reduction of
// the slices (split-K).
//
// Expects BM, BN (the tile), BK (depth of a k-tile), SWIZZLE_M, SPLIT_K, and parts/common/precision.cl.
// Defines tile_origin, splitk_range, and the kernel splitk_reduce.

// The first row and column of a tile. Threadblock swizzle: bands of SWIZZLE_M tile rows are visited one
// after the other, each column by column, so that concurrent work-groups share A and B in the cache.
static inline int2 tile_origin(const int tile, const int M, const int N) {
    const int tiles_n = (N + BN - 1) / BN;
    const int tiles_m = (M + BM - 1) / BM;
    const int swizzle = tile / (SWIZZLE_M * tiles_n);
    const int height = min(SWIZZLE_M, tiles_m - swizzle * SWIZZLE_M);
    const int index = tile - swizzle * SWIZZLE_M * tiles_n;
    return (int2)((swizzle * SWIZZLE_M + index % height) * BM, index / height * BN);
}

// The range of K that a slice covers: x .. y - 1, a multiple of BK except at the end.
static inline int2 splitk_range(const int slice, const int K) {
    const int length = ((K + BK - 1) / BK + SPLIT_K - 1) / SPLIT_K * BK;
    return (int2)(slice * length, min(K, (slice + 1) * length));
}

// The reduction of split-K: each work-item adds up the slices of one element and applies the epilogue.
__kernel void splitk_reduce(const int M, const int N, const ACC alpha, const ACC beta,
                            __global element *restrict C, const int ldc,
                            const __global ACC *restrict partial) {
    const size_t count = (size_t)M * N;
    const size_t i = get_global_id(0);
    if (i >= count) return;
    ACC sum = 0;
#pragma unroll
    for (int s = 0; s < SPLIT_K; s++) sum += partial[s * count + i];
    __global element *c = C + i / N * ldc + i % N;
    *c = linear_combination(sum, alpha, beta, c);
}
