// SPDX-License-Identifier: MIT
// The accumulators of a warp's tile: cleared before the main loop, stored to C after it.
//
// Expects parts/nvidia/mma_fragments.cl, a layout (smem_padded.cl or smem_swizzled.cl: lane_row and so on),
// SWAP_AB, and what parts/common/epilogue_store.cl expects.
// Defines clear_accumulators, store_accumulators.

#include "quad_store.cl"

static inline void clear_accumulators(accumulators *acc) {
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) acc->c[i][j][e] = 0;
}

// The warp's tile begins at row m0 and column n0 of C. With SWAP_AB it holds the transpose.
#if SIZE == 2
static inline void store_accumulators(const accumulators *acc, const int m0, const int n0, const int M,
                                      const int N, const ACC alpha, const ACC beta,
                                      __global element *restrict C, const int ldc) {
#pragma unroll
    for (int y = 0; y < LANE_ROWS; y++)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j += 4) {
            const int blocks = min(4, MMA_TILES_N - j);
            ACC sums[8];
#pragma unroll
            for (int x = 0; x < 2 * blocks; x++) sums[x] = accumulator_at(acc, y, 2 * j + x);
            store_blocks(sums, blocks, m0 + lane_row() + row_offset(y), n0 + j * 8, M, N, alpha, beta, C,
                         ldc);
        }
}
#else
static inline void store_accumulators(const accumulators *acc, const int m0, const int n0, const int M,
                                      const int N, const ACC alpha, const ACC beta,
                                      __global element *restrict C, const int ldc) {
    const int first_m = m0 + (SWAP_AB ? lane_column() : lane_row());
    const int first_n = n0 + (SWAP_AB ? lane_row() : lane_column());
#pragma unroll
    for (int y = 0; y < (SWAP_AB ? LANE_COLUMNS : LANE_ROWS); y++) {
        const int m = first_m + (SWAP_AB ? column_offset(y) : row_offset(y));
        if (m >= M) continue;
#pragma unroll
        for (int x = 0; x < (SWAP_AB ? LANE_ROWS : LANE_COLUMNS); x += EPILOGUE_VECTOR) {
            const int n = first_n + (SWAP_AB ? row_offset(x) : column_offset(x));
            ACC values[EPILOGUE_VECTOR];
#pragma unroll
            for (int e = 0; e < EPILOGUE_VECTOR; e++)
                values[e] = SWAP_AB ? accumulator_at(acc, x + e, y) : accumulator_at(acc, y, x + e);
            store_epilogue(values, m, n, N, alpha, beta, C, ldc);
        }
    }
}
#endif
