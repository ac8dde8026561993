// SPDX-License-Identifier: MIT
// The tile scheduler: which tile of C, and which slice of K of it, a work-group computes. A tile that is not
// split, or a slice of one, is a work tile. So that the last wave of work-groups is not half empty, its tiles
// alone may be split (the hybrid schedule of stream-K):
//
//   work tiles    0 1 2 ... whole_tiles - 1    the first slices of the other tiles    their second slices ...
//
// Expects BM, BN (the tile), BK (depth of a k-tile), SPLIT_K (1: no tile is split).
// Defines tile_origin, tile_schedule, make_schedule, work_tiles, work_tile, work_tile_at, k_range_of.

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

typedef struct {
    int tiles;        // of C
    int whole_tiles;  // that are not split
    int slices;       // of K of each of the others
} tile_schedule;

// `wave`: work-groups that run at once; tiles that fill whole waves are not split. 0: all tiles are.
static inline tile_schedule make_schedule(const int M, const int N, const int wave, const int slices) {
    const int tiles = (M + BM - 1) / BM * ((N + BN - 1) / BN);
    return (tile_schedule){tiles, wave == 0 ? 0 : tiles - tiles % wave, slices};
}

static inline int work_tiles(const tile_schedule *s) {
    return SPLIT_K > 1 ? s->whole_tiles + (s->tiles - s->whole_tiles) * s->slices : s->tiles;
}

typedef struct {
    int tile;
    int slice, slices;  // of K
    int split_tile;     // the tile's number among those that are split
} work_tile;

static inline work_tile work_tile_at(const tile_schedule *s, const int index) {
    if (SPLIT_K == 1 || index < s->whole_tiles) return (work_tile){index, 0, 1, 0};
    const int split_tiles = s->tiles - s->whole_tiles;
    const int split_tile = (index - s->whole_tiles) % split_tiles;
    const int slice = (index - s->whole_tiles) / split_tiles;
    return (work_tile){s->whole_tiles + split_tile, slice, s->slices, split_tile};
}

// The range of K that a work tile covers: x .. y - 1, a multiple of BK except at the end. Empty where K has
// fewer k-tiles than slices.
static inline int2 k_range_of(const work_tile *work, const int K) {
    const int length = ((K + BK - 1) / BK + work->slices - 1) / work->slices * BK;
    return (int2)(work->slice * length, min(K, (work->slice + 1) * length));
}
