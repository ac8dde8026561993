// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C by warp-level matrix instructions (mma.sync) with a multistage
// cp.async pipeline, for NVIDIA GPUs from Ampere on (as CUTLASS's MmaMultistage).
//
// Each work-group computes a tile of BM x BN elements of C, each of its warps WM x WN of them. A warp
// multiplies k-blocks: MMA_TILES_M x MMA_TILES_N instructions of 16 x 8 x MMA_K each.
//
//        N                        Local memory holds a ring of STAGES k-tiles of depth BK. While one
//      +----[BN]------+           k-tile is multiplied, cp.async copies the next ones from global to
//   BK |    |  |      |           local memory. The fragments of the next k-block are loaded while
//      |    |  |   B  |           this one is multiplied: a double buffer in registers.
//   BK +----+--+------+
//  +---+    |WN|      |           The tiles of A and B lie in local memory as they are stored, with
//  |   |[BM]|WM|   C  |           padding after each row against bank conflicts. Elements of 4 or 8
//  | A |    +--+      |           bytes that are stored across K (MN-major) are read several at once;
//  +---+----+---------+           the rows or columns that a lane computes are neighbors then.
//
// f16 and bf16 are accumulated in float; tf32 is float whose last 13 bits are ignored; f64 is double. In
// tf32x3 each operand, a float, is split into two of tf32, and three products are accumulated ("3xTF32"),
// which is as accurate as float where no part is denormal.
//
// A, B and their rows are aligned to COPY bytes. Requires compute capability 8.0; for f64 9.0.
// Parameters and conventions: parts/common/gemm_parameters.cl.

#if !defined(F16) && !defined(BF16) && !defined(TF32) && !defined(F64) && !defined(TF32X3)
#define TF32X3  // the precision: one of these five
#endif

#ifndef WARPS_M
#define WARPS_M 2  // warps of a work-group along the rows of C
#endif
#ifndef WARPS_N
#define WARPS_N 2  // and along the columns
#endif
#ifndef WM
#define WM 32  // rows of C per warp
#endif
#ifndef WN
#define WN 32  // columns of C per warp
#endif
#ifndef BK
#define BK 32  // depth of a k-tile
#endif
#ifndef MMA_K
#define MMA_K 8  // depth of an instruction
#endif
#ifndef STAGES
#define STAGES 3  // stages of the pipeline
#endif
#ifndef COPY
#define COPY 4  // bytes of a cp.async; 2: synchronous copies by way of a register
#endif

#include "parts/common/gemm_parameters.cl"
#include "parts/common/precision.cl"

#define THREADS (WARPS_M * WARPS_N * 32)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define K_BLOCKS (BK / MMA_K)  // of a k-tile

#include "parts/nvidia/operand_order.cl"

// Elements across K that a lane reads at once. On the left two fill neighboring registers of one
// instruction. Where each element is split first (tf32x3), or the right operand is one register (f64, MMA_K
// 4), a read is as wide as 16 bytes.
#if defined(TF32X3)
#define READ_WIDTH_LEFT (K_MAJOR_LEFT ? 1 : 4)
#define READ_WIDTH_RIGHT (K_MAJOR_RIGHT ? 1 : 4)
#else
#define READ_WIDTH_LEFT (K_MAJOR_LEFT || SIZE == 2 ? 1 : 2)
#define READ_WIDTH_RIGHT (K_MAJOR_RIGHT || SIZE != 8 || MMA_K != 4 ? 1 : 2)
#endif
#define EPILOGUE_VECTOR \
    (SWAP_AB ? READ_WIDTH_LEFT : 2 * READ_WIDTH_RIGHT)  // neighbors in a row of C of one work-item
// 1: tiles that lie inside of the matrices have a main loop of their own, without predicates. In f64 the
// multiplications hide the predicates, and one loop is faster.
#define UNPREDICATED (SIZE != 8)

// The tiles in local memory: rows, elements of a row, and elements from row to row with padding.
#define ROWS_A (K_MAJOR_A ? BM : BK)
#define ROWS_B (K_MAJOR_B ? BN : BK)
#define WIDTH_A (K_MAJOR_A ? BK : BM)
#define WIDTH_B (K_MAJOR_B ? BK : BN)
#define PITCH_A (WIDTH_A + (SIZE == 8 || K_MAJOR_A || SIZE == 2 ? (SIZE == 8 ? 32 : 16) : 32) / SIZE)
#define PITCH_B (WIDTH_B + (SIZE == 8 || K_MAJOR_B || SIZE == 2 ? (SIZE == 8 ? 32 : 16) : 32) / SIZE)
#define BYTES_A (ROWS_A * PITCH_A * SIZE)
#define BYTES_B (ROWS_B * PITCH_B * SIZE)
#define BYTES_STAGE (BYTES_A + BYTES_B)
#define PITCH_LEFT (SWAP_AB ? PITCH_B : PITCH_A)
#define PITCH_RIGHT (SWAP_AB ? PITCH_A : PITCH_B)

#if WM % 16 != 0 || WN % 16 != 0 || MMA_TILES_M * 2 % READ_WIDTH_LEFT != 0 || \
    MMA_TILES_N % READ_WIDTH_RIGHT != 0
#error "a warp's tile must be a multiple of the instruction and of its reads"
#endif
#if BK % (2 * MMA_K) != 0
#error "a k-tile must have an even number of k-blocks"
#endif
#if COPY < SIZE || WIDTH_A * SIZE % COPY != 0 || WIDTH_B * SIZE % COPY != 0
#error "rows must be whole copies, and copies whole elements"
#endif
#if THREADS % (WIDTH_A * SIZE / COPY) != 0 || THREADS % (WIDTH_B * SIZE / COPY) != 0
#error "the work-group must copy whole rows at once"
#endif
#if ROWS_A * WIDTH_A * SIZE / COPY % THREADS != 0 || ROWS_B * WIDTH_B * SIZE / COPY % THREADS != 0
#error "each work-item must copy as much as any other"
#endif

#include "parts/nvidia/cp_async.cl"
#include "parts/common/tile_scheduler.cl"
#include "parts/nvidia/mma_fragments.cl"
#include "parts/nvidia/smem_padded.cl"
#include "parts/nvidia/mma_sync.cl"
#include "parts/nvidia/accumulators.cl"
#include "parts/nvidia/splitk_fixup.cl"

// The main loop over all k-tiles. Inlined up to twice: with `unpredicated` a third of the instructions is
// not needed.
static inline __attribute__((always_inline)) void mainloop(accumulators *acc, thread_copy a, const int lda,
                                                           thread_copy b, const int ldb, const uint left,
                                                           const uint right, const int k_tiles,
                                                           const int unpredicated) {
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < k_tiles) {
            load_tile_async(&a, s * BYTES_STAGE, lda, K_MAJOR_A, BM, PITCH_A, unpredicated);
            load_tile_async(&b, s * BYTES_STAGE, ldb, K_MAJOR_B, BN, PITCH_B, unpredicated);
        }
        CP_ASYNC_COMMIT;
    }
    CP_ASYNC_WAIT(STAGES - 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    fragments f[2];
    load_left(&f[0], left, 0);
    load_right(&f[0], right, 0);

    uint read_stage = 0;
    uint write_stage = (STAGES - 1) * BYTES_STAGE;
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
#pragma unroll
        for (int k_block = 0; k_block < K_BLOCKS; k_block++) {
            if (k_block == K_BLOCKS - 1) {
                CP_ASYNC_WAIT(STAGES - 2);
                barrier(CLK_LOCAL_MEM_FENCE);
                read_stage = read_stage == (STAGES - 1) * BYTES_STAGE ? 0 : read_stage + BYTES_STAGE;
            }
            load_left(&f[(k_block + 1) % 2], left + read_stage, (k_block + 1) % K_BLOCKS);
            load_right(&f[(k_block + 1) % 2], right + read_stage, (k_block + 1) % K_BLOCKS);
            if (k_block == 0) {
                if (k_tile + STAGES - 1 < k_tiles) {
                    load_tile_async(&a, write_stage, lda, K_MAJOR_A, BM, PITCH_A, unpredicated);
                    load_tile_async(&b, write_stage, ldb, K_MAJOR_B, BN, PITCH_B, unpredicated);
                }
                CP_ASYNC_COMMIT;
                write_stage = write_stage == (STAGES - 1) * BYTES_STAGE ? 0 : write_stage + BYTES_STAGE;
            }
            mma_k_block(acc, &f[k_block % 2]);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void gemm(const int M, const int N, const int K, const ACC alpha, const __global element *restrict A,
          const int lda, const __global element *restrict B, const int ldb, const ACC beta,
          __global element *restrict C, const int ldc, __global ACC *partial,
          volatile __global uint *counters, const int swizzle_m, const int wave, const int slices) {
    __local uint4 ring[STAGES * BYTES_STAGE / 16];
    __local int is_last;
    const uint smem = (uint)(ulong)(__local char *)ring;
    const tile_schedule schedule = make_schedule(M, N, wave, slices);
    const work_tile work = work_tile_at(&schedule, get_group_id(0));
    const int2 origin = tile_origin(work.tile, M, N, swizzle_m);
    const int m0 = origin.x;
    const int n0 = origin.y;
    const int2 k_range = k_range_of(&work, K);
    const int k_tiles = max(0, (k_range.y - k_range.x + BK - 1) / BK);

    const int warp = get_local_id(0) / 32;
    const int wm = warp / WARPS_N * WM;
    const int wn = warp % WARPS_N * WN;
    const uint left = lane_offset(SWAP_AB ? wn : wm, K_MAJOR_LEFT, PITCH_LEFT, READ_WIDTH_LEFT, 1);
    const uint right = lane_offset(SWAP_AB ? wm : wn, K_MAJOR_RIGHT, PITCH_RIGHT, READ_WIDTH_RIGHT, 0);
    const uint smem_left = smem + left + (SWAP_AB ? BYTES_A : 0);
    const uint smem_right = smem + right + (SWAP_AB ? 0 : BYTES_A);
    accumulators acc;
    clear_accumulators(&acc);

    const int per_copy = COPY / SIZE;
    const thread_copy a = make_thread_copy(A, lda, K_MAJOR_A, m0, BM, M, k_range, per_copy, PITCH_A, smem);
    const thread_copy b = make_thread_copy(B, ldb, K_MAJOR_B, n0, BN, N, k_range, per_copy, PITCH_B,
                                           smem + BYTES_A);
    if (UNPREDICATED && all_tiles_full(&a) && all_tiles_full(&b))
        mainloop(&acc, a, lda, b, ldb, smem_left, smem_right, k_tiles, 1);
    else mainloop(&acc, a, lda, b, ldb, smem_left, smem_right, k_tiles, 0);

    if (splitk_fixup(&acc.c[0][0][0], MMA_TILES_M * MMA_TILES_N * 4, &work, get_local_id(0), THREADS, partial,
                     counters, &is_last))
        store_accumulators(&acc, m0 + wm, n0 + wn, M, N, alpha, beta, C, ldc);
}
