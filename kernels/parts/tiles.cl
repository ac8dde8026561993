// SPDX-License-Identifier: MIT
// Which tile of C, BM x BN, comes when, and how the slices of K come together.

// The first row and column of a tile: strips of STRIP tile rows, column by column.
static inline int2 place_of_tile(const int tile, const int M, const int N) {
    const int across = (N + BN - 1) / BN;
    const int down = (M + BM - 1) / BM;
    const int strip = tile / (STRIP * across);
    const int height = min(STRIP, down - strip * STRIP);
    const int place = tile - strip * STRIP * across;
    return (int2)((strip * STRIP + place % height) * BM, place / height * BN);
}

// From where to where along K a slice goes, in whole steps of BK.
static inline int2 span_of_slice(const int slice, const int K) {
    const int length = ((K + BK - 1) / BK + SPLIT - 1) / SPLIT * BK;
    return (int2)(slice * length, min(K, (slice + 1) * length));
}

// C from the slices' products, one element each work-item.
__kernel void gather(const int M, const int N, const ACC alpha, const ACC beta,
                     __global stored *restrict C, const int ldc,
                     const __global ACC *restrict partial) {
    const size_t count = (size_t)M * N;
    const size_t i = get_global_id(0);
    if (i >= count) return;
    ACC sum = 0;
#pragma unroll
    for (int s = 0; s < SPLIT; s++) sum += partial[s * count + i];
    __global stored *c = C + i / N * ldc + i % N;
    *c = finished(sum, alpha, beta, c);
}
