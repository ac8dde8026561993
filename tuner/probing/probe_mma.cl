// SPDX-License-Identifier: MIT
// What a GPU's matrix units do at most by mma.sync: every warp multiplies ones by ones that stay in registers. The
// sums say whether each instruction was executed.
//
// Behind parts/common/precision.cl, parts/nvidia/mma_fragments.cl and parts/nvidia/mma_sync.cl. Expects MMA_TILES_M,
// MMA_TILES_N (instructions of a warp that do not wait for one another) and ITEMS (of a work-group).

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void multiply(global ACC* restrict to, const operand_register ones, const int rounds) {
    fragments f;
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; ++i)
#pragma unroll
        for (int r = 0; r < REGISTERS_LEFT; ++r) f.left[i][r] = ones;
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; ++j)
#pragma unroll
        for (int r = 0; r < REGISTERS_RIGHT; ++r) f.right[j][r] = ones;
    accumulators acc;
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; ++i)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) acc.c[i][j][e] = 0;
    for (int r = 0; r < rounds; ++r) mma_k_block(&acc, &f);
    ACC sum = 0;
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; ++i)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) sum += acc.c[i][j][e];
    to[get_global_id(0)] = sum;
}
