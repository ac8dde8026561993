// SPDX-License-Identifier: MIT
// The tile scheduler: which tile of C and which slice of K a work-group computes.
//
// Expects BM, BN (the tile), BK (depth of a k-tile), SWIZZLE_M, SPLIT_K.
// Defines tile_origin, splitk_range.

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
