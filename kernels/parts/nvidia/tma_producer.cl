// SPDX-License-Identifier: MIT
// The TMA producer: one work-item issues the copies of all k-tiles into the pipeline. A stage holds BM x BK
// of op(A), then BK x BN of op(B).
//
// Expects parts/nvidia/aligned_tma.cl, parts/nvidia/pipeline.cl, parts/common/tile_scheduler.cl, BYTES_A,
// BYTES_B.
// Defines tma_matrix_a, tma_matrix_b, tma_producer_loop.

// The matrices that TMA copies into the pipeline: A and B, or the copies whose rows are aligned.
static inline tma_matrix tma_matrix_a(matrix A, const int lda, matrix copy, const int M, const int K) {
    return aligned_a(A, lda, copy, M, K, K_MAJOR_A ? BM : BK);
}

static inline tma_matrix tma_matrix_b(matrix B, const int ldb, matrix copy, const int N, const int K) {
    return aligned_b(B, ldb, copy, N, K, K_MAJOR_B ? BN : BK);
}

// The k-tiles of one work tile, each as soon as its stage is empty.
static inline void load_k_tiles(pipeline *state, const __global uint *tensor_maps, const int2 origin,
                                const int2 k_range) {
    for (int k = k_range.x; k < k_range.y; k += BK) {
        const uint to = state->smem + state->stage * BYTES_STAGE;
        const uint full_bar = state->full_bar + state->stage * 8;
        mbarrier_wait(state->empty_bar + state->stage * 8, state->phase ^ 1);
        mbarrier_arrive_expect_tx(full_bar, BYTES_STAGE);
        tma_load_tile(to, tensor_maps, K_MAJOR_A, origin.x, k, BM, full_bar);
        tma_load_tile(to + BYTES_A, tensor_maps + 32, K_MAJOR_B, origin.y, k, BN, full_bar);
        advance(state);
    }
}

// The producer: the k-tiles of all work tiles of this work-group.
static inline void tma_producer_loop(pipeline *state, const __global uint *tensor_maps,
                                     const tile_schedule *schedule, const int M, const int N, const int K,
                                     const int swizzle_m) {
    for (int index = get_group_id(0); index < work_tiles(schedule); index += get_num_groups(0)) {
        const work_tile work = work_tile_at(schedule, index);
        load_k_tiles(state, tensor_maps, tile_origin(work.tile, M, N, swizzle_m), k_range_of(&work, K));
    }
}
