// SPDX-License-Identifier: MIT
// A warp's tile of sums: its beginning, and its way to C. Where a lane's sums belong is known to the tiles'
// layout (lane_row, to_row and so on), but for which of the two are C's rows: that TURNED says.

#include "runs.cl"

static inline void clear(tile *t) {
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++)
#pragma unroll
        for (int j = 0; j < TILES_ACROSS; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) t->sums[i][j][e] = 0;
}

// The tile begins at row m0 and column n0.
static inline void store_tile(const tile *t, const int m0, const int n0, const int M, const int N,
                              const ACC alpha, const ACC beta, __global stored *restrict C,
                              const int ldc, __global ACC *restrict partial) {
    const int first_m = m0 + (TURNED ? lane_column() : lane_row());
    const int first_n = n0 + (TURNED ? lane_row() : lane_column());
#pragma unroll
    for (int y = 0; y < (TURNED ? LANE_COLUMNS : LANE_ROWS); y++) {
        const int m = first_m + (TURNED ? to_column(y) : to_row(y));
        if (m >= M) continue;
#pragma unroll
        for (int x = 0; x < (TURNED ? LANE_ROWS : LANE_COLUMNS); x += RUN) {
            const int n = first_n + (TURNED ? to_row(x) : to_column(x));
            ACC sums[RUN];
#pragma unroll
            for (int e = 0; e < RUN; e++) sums[e] = TURNED ? sum_of(t, x + e, y) : sum_of(t, y, x + e);
            hand_over(sums, m, n, M, N, alpha, beta, C, ldc, partial);
        }
    }
}
