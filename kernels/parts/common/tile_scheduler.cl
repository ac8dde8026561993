// SPDX-License-Identifier: MIT
// The tile scheduler: which tile of C and which slice of K a work-group computes.
//
// Expects BM, BN (the tile), BK (depth of a k-tile), SPLIT_K.
// Defines tile_origin, SLICES, splitk_range.

// The first row and column of a tile. Threadblock swizzle: bands of swizzle_m tile rows are visited one
// after the other, each column by column, so that concurrent work-groups share A and B in the cache.
static inline int2 tile_origin(const int tile, const int M, const int N, const int swizzle_m) {
    const int tiles_n = (N + BN - 1) / BN;
    const int tiles_m = (M + BM - 1) / BM;
    if (swizzle_m == 1) return (int2)(tile / tiles_n * BM, tile % tiles_n * BN);
    const int swizzle = tile / (swizzle_m * tiles_n);
    const int height = min(swizzle_m, tiles_m - swizzle * swizzle_m);
    const int index = tile - swizzle * swizzle_m * tiles_n;
    return (int2)((swizzle * swizzle_m + index % height) * BM, index / height * BN);
}

// How many slices of K are launched, along the second dimension.
#define SLICES (SPLIT_K > 1 ? (int)get_num_groups(1) : 1)

// The range of K that a slice covers: x .. y - 1, a multiple of BK except at the end.
static inline int2 splitk_range(const int slice, const int K) {
    const int length = ((K + BK - 1) / BK + SLICES - 1) / SLICES * BK;
    return (int2)(slice * length, min(K, (slice + 1) * length));
}
