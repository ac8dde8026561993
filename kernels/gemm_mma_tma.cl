// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C by warp-level matrix instructions (mma.sync) on tiles that TMA
// copies: a warp-specialized, persistent kernel for Hopper.
//
// Each work-group is persistent: it computes one tile of BM x BN elements of C after the other, each of its
// consumer warps WM x WN of them. One producer warp issues the TMA copies:
//
//        N                        Local memory holds a ring of STAGES k-tiles, each 128 bytes deep. The
//      +----[BN]------+           producer waits for a stage's empty barrier and issues its copies; the
//   BK |    |  |      |           consumers wait for its full barrier, not for each other, and while
//      |    |  |   B  |           they store a tile of C, the k-tiles of the next one arrive. TMA copies
//   BK +----+--+------+           half as much again per time as cp.async (gemm_mma), and without
//  +---+    |WN|      |           instructions of the consumers.
//  |   |[BM]|WM|   C  |
//  | A |    +--+      |           The producer warp first writes the tensor maps of A and B.
//  +---+----+---------+
//
// f16 and bf16 are accumulated in float; tf32 is float whose last 13 bits are ignored. A program that was
// not rewritten for sm_90a writes nothing. A and B begin at 16 bytes; where their rows do not, they are
// copied first (align_rows).
//
// Requires compute capability 9.0. Parameters and conventions: parts/common/gemm_parameters.cl; pipeline:
// kernels/README.md.

#if !defined(F16) && !defined(BF16) && !defined(TF32)
#define F16  // the precision: one of these three
#endif

#ifndef WARPS_M
#define WARPS_M 2  // consumer warps of a work-group along the rows of C
#endif
#ifndef WARPS_N
#define WARPS_N 2  // and along the columns
#endif
#ifndef WM
#define WM 64  // rows of C per warp
#endif
#ifndef WN
#define WN 64  // columns of C per warp
#endif
#ifndef STAGES
#define STAGES 3  // stages of the pipeline
#endif

#include "parts/common/gemm_parameters.cl"
#include "parts/common/precision.cl"
#include "parts/nvidia/sm90.cl"
#include "parts/nvidia/align_rows.cl"
#include "parts/nvidia/aligned_tma.cl"

#define CONSUMER_THREADS (WARPS_M * WARPS_N * 32)
#define THREADS (CONSUMER_THREADS + 32)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define BK (SWIZZLE_BYTES / SIZE)
#define MMA_K (32 / SIZE)      // depth of an instruction
#define K_BLOCKS (BK / MMA_K)  // of a k-tile
#define BYTES_A (BM * SWIZZLE_BYTES)
#define BYTES_B (BN * SWIZZLE_BYTES)
#define BYTES_STAGE (BYTES_A + BYTES_B)

#include "parts/nvidia/operand_order.cl"

// Elements across K that a lane reads at once. On the left two fill neighboring registers of one
// instruction.
#define READ_WIDTH_LEFT (K_MAJOR_LEFT || SIZE == 2 ? 1 : 2)
#define READ_WIDTH_RIGHT 1
#define EPILOGUE_VECTOR 2  // neighbors in a row of C of one work-item

#if WM % 16 != 0 || WN % 16 != 0 || (SIZE == 4 && ((TA && WM % 32 != 0) || (!TB && WN % 32 != 0)))
#error "a warp's tile must be a multiple of the instruction and of its reads"
#endif
#if (TA && BM % BK != 0) || (!TB && BN % BK != 0) || BM > 256 || BN > 256
#error "an MN-major tile must be whole boxes of 128 bytes, and a box at most 256 rows"
#endif

#include "parts/nvidia/pipeline.cl"
#include "parts/common/tile_scheduler.cl"
#include "parts/nvidia/tma_producer.cl"
#include "parts/nvidia/mma_fragments.cl"
#include "parts/nvidia/smem_swizzled.cl"
#include "parts/nvidia/mma_sync.cl"
#include "parts/nvidia/accumulators.cl"
#include "parts/nvidia/splitk_fixup.cl"

// Byte offsets of a lane's first reads in a stage.
typedef struct {
    uint left, right;
} smem_offsets;

static inline void load_fragments(fragments *f, const smem_offsets *offsets, const pipeline *state,
                                  const int k_block) {
    const uint stage = state->smem + state->stage * BYTES_STAGE;
    load_left(f, stage + offsets->left, k_block);
    load_right(f, stage + offsets->right, k_block);
}

// The main loop of a consumer over the k-tiles of one work tile. The fragments of the next k-block are
// loaded while this one is multiplied; a stage is released during the second k-block of the next.
static inline void mainloop(accumulators *acc, pipeline *state, const smem_offsets *offsets,
                            const int2 k_range) {
    const int is_elected = get_local_id(0) % 32 == 0;
    uint last_empty_bar = 0;
    fragments f[2];
    mbarrier_wait(state->full_bar + state->stage * 8, state->phase);
    load_fragments(&f[0], offsets, state, 0);
    for (int k = k_range.x; k < k_range.y; k += BK) {
#pragma unroll
        for (int k_block = 0; k_block < K_BLOCKS; k_block++) {
            if (k_block == 1 && k > k_range.x && is_elected) mbarrier_arrive(last_empty_bar);
            if (k_block == K_BLOCKS - 1) {
                last_empty_bar = state->empty_bar + state->stage * 8;
                advance(state);
                if (k + BK < k_range.y) mbarrier_wait(state->full_bar + state->stage * 8, state->phase);
            }
            if (k_block < K_BLOCKS - 1 || k + BK < k_range.y)
                load_fragments(&f[(k_block + 1) % 2], offsets, state, (k_block + 1) % K_BLOCKS);
            mma_k_block(acc, &f[k_block % 2]);
        }
    }
    if (is_elected) mbarrier_arrive(last_empty_bar);
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void gemm(const int M, const int N, const int K, const float alpha,
          matrix A, const int lda, __global element *copy_a, matrix B, const int ldb,
          __global element *copy_b, __global uint *tensor_maps, const float beta,
          __global element *restrict C, const int ldc, __global float *partial,
          volatile __global uint *counters, const int swizzle_m, const int slices) {
    __local uint4 smem[STAGES * BYTES_STAGE / 16] __attribute__((aligned(1024)));
    __local uint staging[TENSOR_MAPS * 32] __attribute__((aligned(128)));
    __local ulong barriers[2 * STAGES];
    __local int is_last;
    if (!is_rewritten()) return;
    align_rows(M, N, K, A, lda, copy_a, B, ldb, copy_b, counters, &is_last);
    pipeline state = pipeline_init((__local char *)smem, barriers, CONSUMER_THREADS / 32);
    const tile_schedule schedule = make_schedule(M, N, 0, slices);

    if (get_local_id(0) >= CONSUMER_THREADS) {
        __global uint *own = own_tensor_maps(tensor_maps);
        const tma_matrix of_lane = get_local_id(0) % 32 == 0 ? tma_matrix_a(A, lda, copy_a, M, K)
                                                             : tma_matrix_b(B, ldb, copy_b, N, K);
        write_tensor_maps(staging, own, of_lane);
        if (get_local_id(0) == CONSUMER_THREADS)
            tma_producer_loop(&state, own, &schedule, M, N, K, swizzle_m);
        return;
    }

    const int warp = get_local_id(0) / 32;
    const int wm = warp / WARPS_N * WM;
    const int wn = warp % WARPS_N * WN;
    const uint left = lane_offset(SWAP_AB ? wn : wm, K_MAJOR_LEFT, READ_WIDTH_LEFT, 1);
    const uint right = lane_offset(SWAP_AB ? wm : wn, K_MAJOR_RIGHT, READ_WIDTH_RIGHT, 0);
    const smem_offsets offsets = {left + (SWAP_AB ? BYTES_A : 0), right + (SWAP_AB ? 0 : BYTES_A)};
    for (int index = get_group_id(0); index < work_tiles(&schedule); index += get_num_groups(0)) {
        const work_tile work = work_tile_at(&schedule, index);
        const int2 k_range = k_range_of(&work, K);
        accumulators acc;
        clear_accumulators(&acc);
        if (k_range.x < k_range.y) mainloop(&acc, &state, &offsets, k_range);
        if (!splitk_fixup(&acc.c[0][0][0], MMA_TILES_M * MMA_TILES_N * 4, &work, get_local_id(0),
                          CONSUMER_THREADS, partial, counters + ALIGN_COUNTERS, &is_last))
            continue;
        const int2 origin = tile_origin(work.tile, M, N, swizzle_m);
        store_accumulators(&acc, origin.x + wm, origin.y + wn, M, N, alpha, beta, C, ldc);
    }
}
