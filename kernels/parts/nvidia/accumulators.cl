// SPDX-License-Identifier: MIT
// The accumulators of a warp's tile: cleared before the main loop, stored to C after it.
//
// Expects parts/nvidia/mma_fragments.cl, a layout (smem_padded.cl or smem_swizzled.cl: lane_row and so on),
// SWAP_AB, and what parts/nvidia/epilogue_store.cl expects.
// Defines clear_accumulators, store_accumulators.

#define OUTPUT_ROWS (SWAP_AB ? LANE_COLUMNS : LANE_ROWS)  // of C, of a lane
#define OUTPUT_COLUMNS (SWAP_AB ? LANE_ROWS : LANE_COLUMNS)
#include "epilogue_store.cl"
#if SIZE == 2
#include "quad_store.cl"
#endif

static inline void clear_accumulators(accumulators *acc) {
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) acc->c[i][j][e] = 0;
}

#if SIZE == 2
static inline void store_accumulator_blocks(const accumulators *acc, const int m0, const int n0, const int M,
                                            const int N, const ACC alpha, __global element *restrict C,
                                            const int ldc) {
#pragma unroll
    for (int y = 0; y < LANE_ROWS; y++)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j += 4) {
            ACC sums[8];
#pragma unroll
            for (int x = 0; x < 8; x++) sums[x] = accumulator_at(acc, y, 2 * j + x);
            store_four_blocks(sums, m0 + lane_row() + row_offset(y), n0 + j * 8, M, N, alpha, C, ldc);
        }
}
#endif

// The warp's tile begins at row m0 and column n0 of C. With SWAP_AB it holds the transpose.
static inline void store_accumulators(const accumulators *acc, const int m0, const int n0, const int M,
                                      const int N, const ACC alpha, const ACC beta,
                                      __global element *restrict C, const int ldc) {
#if SIZE == 2
    if (MMA_TILES_N % 4 == 0 && rows_are_blocks(beta, C, ldc, N)) {
        store_accumulator_blocks(acc, m0, n0, M, N, alpha, C, ldc);
        return;
    }
#endif
    const int first_m = m0 + (SWAP_AB ? lane_column() : lane_row());
    const int first_n = n0 + (SWAP_AB ? lane_row() : lane_column());
#pragma unroll
    for (int y = 0; y < OUTPUT_ROWS; y++) {
        const int m = first_m + (SWAP_AB ? column_offset(y) : row_offset(y));
        const output_row row = row_of_c(C, ldc, m, first_n, M, N);
        ACC sums[OUTPUT_COLUMNS];
        int columns[OUTPUT_COLUMNS / EPILOGUE_VECTOR];
#pragma unroll
        for (int x = 0; x < OUTPUT_COLUMNS; x++) {
            sums[x] = SWAP_AB ? accumulator_at(acc, x, y) : accumulator_at(acc, y, x);
            if (x % EPILOGUE_VECTOR == 0)
                columns[x / EPILOGUE_VECTOR] = SWAP_AB ? row_offset(x) : column_offset(x);
        }
        store_row(&row, columns, sums, alpha, beta);
    }
}
