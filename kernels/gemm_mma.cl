// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C on the matrix units of NVIDIA GPUs, all row major, where op
// transposes when TA or TB says so.
//
// Each work-group computes a tile of BM x BN elements of C, each of its warps WM x WN of them, and
// a warp multiplies pieces of 16 x DEPTH by DEPTH x 8 with one instruction (mma.sync):
//
//        N                        A ring of STAGES steps of BK along K lies in local memory. While
//      +----[BN]------+           one step is multiplied, the copies of the next ones are under way
//   BK |    |  |      |           (cp.async), from global to local memory without a register. The
//      |    |  |   B  |           fragments of the next instruction are read while this one works.
//   BK +----+--+------+
//  +---+    |WN|      |           In local memory both matrices lie as they are stored, each row
//  |   |[BM]|WM|   C  |           followed by a gap, so that no two reads meet at a bank. Where 4 or
//  | A |    +--+      |           8 bytes lie across K, a work-item reads several at once where that
//  +---+----+---------+           helps, and the rows or columns that it computes are neighbors then.
//
// Half and bfloat16 are multiplied as they are and summed in float; tf32 is float whose last 13
// bits are left aside; double is double. In f32 each factor is split into two of tf32, whose three
// larger products, summed in float, are as exact as float's own ("3xTF32").
//
// With SPLIT > 1 that many work-groups share the way along K; `gather` adds up what they found.
// Nothing outside of the matrices is read or written, for any M, N and K; with beta = 0 C is not
// read. Matrices and their rows are aligned to COPY bytes.
//
// Requires compute capability 8.0; for double 9.0.

#ifndef TA
#define TA 0  // 1: op(A) is the transpose of A, which is then stored K x M
#endif
#ifndef TB
#define TB 0  // 1: op(B) is the transpose of B, which is then stored N x K
#endif
#if !defined(F16) && !defined(BF16) && !defined(TF32) && !defined(F64) && !defined(F32)
#define F32  // the precision: one of these five
#endif

#ifndef WARPS_M
#define WARPS_M 2  // warps of a work-group along the rows of C
#endif
#ifndef WARPS_N
#define WARPS_N 2  // and along its columns
#endif
#ifndef WM
#define WM 32  // rows of C per warp
#endif
#ifndef WN
#define WN 32  // columns of C per warp
#endif
#ifndef BK
#define BK 32  // depth of a step along K
#endif
#ifndef DEPTH
#define DEPTH 8  // of one instruction along K
#endif
#ifndef STAGES
#define STAGES 3  // steps in local memory
#endif
#ifndef COPY
#define COPY 4  // bytes that are copied at once; 2: one by one, by way of a register
#endif
#ifndef STRIP
#define STRIP 8  // tiles are taken in strips of this many tile rows
#endif
#ifndef SPLIT
#define SPLIT 1  // slices of K
#endif

#include "parts/scalars.cl"

#define ITEMS (WARPS_M * WARPS_N * 32)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define TURNS (BK / DEPTH)  // instructions along a step
#define ALONG_A (!TA)       // 1: K runs along the stored rows
#define ALONG_B TB

#include "parts/factors.cl"

// Neighbors that a work-item reads at once across K, so that they belong to different tiles: on the left
// two, which the instruction wants side by side. Only where they are divided first, or one on the right
// is all, as many as 16 bytes hold.
#if defined(F32)
#define SPAN_LEFT (ALONG_LEFT ? 1 : 4)
#define SPAN_RIGHT (ALONG_RIGHT ? 1 : 4)
#else
#define SPAN_LEFT (ALONG_LEFT || SIZE == 2 ? 1 : 2)
#define SPAN_RIGHT (ALONG_RIGHT || SIZE != 8 || DEPTH != 4 ? 1 : 2)
#endif
#define RUN (TURNED ? SPAN_LEFT : 2 * SPAN_RIGHT)  // neighbors in C of one work-item
// Whether copies that are all inside have a loop of their own, which does not ask where the matrix
// ends. Products of doubles take so long that they hide the question, and run better with it.
#define BARE (SIZE != 8)

// The tiles in local memory: rows, what is in a row, and what lies from row to row.
#define ROWS_A (ALONG_A ? BM : BK)
#define ROWS_B (ALONG_B ? BN : BK)
#define ACROSS_A (ALONG_A ? BK : BM)
#define ACROSS_B (ALONG_B ? BK : BN)
#define PITCH_A (ACROSS_A + (SIZE == 8 || ALONG_A || SIZE == 2 ? (SIZE == 8 ? 32 : 16) : 32) / SIZE)
#define PITCH_B (ACROSS_B + (SIZE == 8 || ALONG_B || SIZE == 2 ? (SIZE == 8 ? 32 : 16) : 32) / SIZE)
#define BYTES_A (ROWS_A * PITCH_A * SIZE)
#define BYTES_B (ROWS_B * PITCH_B * SIZE)
#define BYTES_STAGE (BYTES_A + BYTES_B)
#define PITCH_LEFT (TURNED ? PITCH_B : PITCH_A)
#define PITCH_RIGHT (TURNED ? PITCH_A : PITCH_B)

#if WM % 16 != 0 || WN % 16 != 0 || TILES_DOWN * 2 % SPAN_LEFT != 0 || TILES_ACROSS % SPAN_RIGHT != 0
#error "a warp's tile must be whole tiles of the instruction, and whole reads"
#endif
#if BK % (2 * DEPTH) != 0
#error "BK must be an even number of instructions"
#endif
#if COPY < SIZE || ACROSS_A * SIZE % COPY != 0 || ACROSS_B * SIZE % COPY != 0
#error "rows must be whole copies, and copies whole elements"
#endif
#if ITEMS % (ACROSS_A * SIZE / COPY) != 0 || ITEMS % (ACROSS_B * SIZE / COPY) != 0
#error "the work-group must copy whole rows at once"
#endif
#if ROWS_A * ACROSS_A * SIZE / COPY % ITEMS != 0 || ROWS_B * ACROSS_B * SIZE / COPY % ITEMS != 0
#error "each work-item must copy as much as any other"
#endif

#include "parts/copies.cl"
#include "parts/tiles.cl"
#include "parts/fragments.cl"
#include "parts/gapped.cl"
#include "parts/products.cl"
#include "parts/sums.cl"

// A work-item's part of all steps. It may be there twice, in its place: where all copies are `whole`,
// a third of its instructions is not needed.
static inline __attribute__((always_inline)) void multiply_steps(
    tile *t, share a, const int lda, share b, const int ldb, const uint left, const uint right,
    const int steps, const int whole) {
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < steps) {
            copy_share(&a, s * BYTES_STAGE, lda, ALONG_A, BM, PITCH_A, whole);
            copy_share(&b, s * BYTES_STAGE, ldb, ALONG_B, BN, PITCH_B, whole);
        }
        COMMIT;
    }
    WAIT(STAGES - 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    fragments f[2];
    read_left(&f[0], left, 0);
    read_right(&f[0], right, 0);

    uint reading = 0;
    uint writing = (STAGES - 1) * BYTES_STAGE;
    for (int step = 0; step < steps; step++) {
#pragma unroll
        for (int turn = 0; turn < TURNS; turn++) {
            if (turn == TURNS - 1) {
                WAIT(STAGES - 2);
                barrier(CLK_LOCAL_MEM_FENCE);
                reading = reading == (STAGES - 1) * BYTES_STAGE ? 0 : reading + BYTES_STAGE;
            }
            read_left(&f[(turn + 1) % 2], left + reading, (turn + 1) % TURNS);
            read_right(&f[(turn + 1) % 2], right + reading, (turn + 1) % TURNS);
            if (turn == 0) {
                if (step + STAGES - 1 < steps) {
                    copy_share(&a, writing, lda, ALONG_A, BM, PITCH_A, whole);
                    copy_share(&b, writing, ldb, ALONG_B, BN, PITCH_B, whole);
                }
                COMMIT;
                writing = writing == (STAGES - 1) * BYTES_STAGE ? 0 : writing + BYTES_STAGE;
            }
            multiply(t, &f[turn % 2]);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm(const int M, const int N, const int K, const ACC alpha, const __global stored *restrict A,
          const int lda, const __global stored *restrict B, const int ldb, const ACC beta,
          __global stored *restrict C, const int ldc, __global ACC *restrict partial) {
    __local uint4 ring[STAGES * BYTES_STAGE / 16];
    const uint stages = (uint)(ulong)(__local char *)ring;
    const int2 place = place_of_tile(get_group_id(0), M, N);
    const int m0 = place.x;
    const int n0 = place.y;
    const int2 span = span_of_slice(get_group_id(1), K);
    const int steps = max(0, (span.y - span.x + BK - 1) / BK);

    const int warp = get_local_id(0) / 32;
    const int wm = warp / WARPS_N * WM;
    const int wn = warp % WARPS_N * WN;
    const uint left = first_read(TURNED ? wn : wm, ALONG_LEFT, PITCH_LEFT, SPAN_LEFT, 1);
    const uint right = first_read(TURNED ? wm : wn, ALONG_RIGHT, PITCH_RIGHT, SPAN_RIGHT, 0);
    const uint from_left = stages + left + (TURNED ? BYTES_A : 0);
    const uint from_right = stages + right + (TURNED ? 0 : BYTES_A);
    tile t;
    clear(&t);

    const int each = COPY / SIZE;
    const share a = share_of(A, lda, ALONG_A, m0, BM, M, span, each, PITCH_A, stages);
    const share b = share_of(B, ldb, ALONG_B, n0, BN, N, span, each, PITCH_B, stages + BYTES_A);
    if (BARE && is_whole(&a) && is_whole(&b))
        multiply_steps(&t, a, lda, b, ldb, from_left, from_right, steps, 1);
    else
        multiply_steps(&t, a, lda, b, ldb, from_left, from_right, steps, 0);

    store_tile(&t, m0 + wm, n0 + wn, M, N, alpha, beta, C, ldc, partial);
}
