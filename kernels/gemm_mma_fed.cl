// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C on matrix units that a warp asks (mma.sync), fed by Hopper's copying
// unit. All row major; op transposes when TA or TB says so.
//
// Each work-group stays on its compute unit and computes one tile of BM x BN elements of C after the
// other, each of its warps WM x WN of them. A further warp has tiles copied:
//
//        N                        A ring of STAGES steps lies in local memory, each 128 bytes along
//      +----[BN]------+           K. One work-item has it filled, by the unit that copies tiles: that
//   BK |    |  |      |           brings half as much again in the same time as work-items that copy
//      |    |  |   B  |           (gemm_mma), and takes no instruction of theirs. Warps wait for a
//   BK +----+--+------+           step, not for each other, and while they write a tile, the next
//  +---+    |WN|      |           one's steps arrive.
//  |   |[BM]|WM|   C  |
//  | A |    +--+      |           What the copying unit has to know of A and B is written by
//  +---+----+---------+           `describe`, a kernel of its own.
//
// Half and bfloat16 are multiplied as they are and summed in float; tf32 is float whose last 13
// bits are left aside.
//
// Where the program was not rewritten for Hopper's own instructions nothing is written.
//
// With SPLIT > 1 that many work-groups share the way along K; `gather` adds up what they found.
// Nothing outside of the matrices is read or written, for any M, N and K; with beta = 0 C is not
// read. A and B and their rows are aligned to 16 bytes.
//
// Requires compute capability 9.0.

#ifndef TA
#define TA 0  // 1: op(A) is the transpose of A, which is then stored K x M
#endif
#ifndef TB
#define TB 0  // 1: op(B) is the transpose of B, which is then stored N x K
#endif
#if !defined(F16) && !defined(BF16) && !defined(TF32)
#define F16  // the precision: one of these three
#endif

#ifndef WARPS_M
#define WARPS_M 2  // multiplying warps of a work-group along the rows of C
#endif
#ifndef WARPS_N
#define WARPS_N 2  // and along its columns
#endif
#ifndef WM
#define WM 64  // rows of C per warp
#endif
#ifndef WN
#define WN 64  // columns of C per warp
#endif
#ifndef STAGES
#define STAGES 3  // steps in local memory
#endif
#ifndef STRIP
#define STRIP 8  // tiles are taken in strips of this many tile rows
#endif
#ifndef SPLIT
#define SPLIT 1  // slices of K
#endif

#include "parts/scalars.cl"
#include "parts/hopper.cl"

#define MULTIPLIERS (WARPS_M * WARPS_N * 32)
#define ITEMS (MULTIPLIERS + 32)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define BK (ROW / SIZE)
#define DEPTH (32 / SIZE)   // of one instruction
#define TURNS (BK / DEPTH)  // instructions along a step
#define ALONG_A (!TA)       // 1: K runs along the stored rows
#define ALONG_B TB
#define BYTES_A (BM * ROW)
#define BYTES_B (BN * ROW)
#define BYTES_STAGE (BYTES_A + BYTES_B)

#include "parts/factors.cl"

// Neighbors that a work-item reads at once across K, so that they belong to different tiles: on the left
// two, which the instruction wants side by side.
#define SPAN_LEFT (ALONG_LEFT || SIZE == 2 ? 1 : 2)
#define SPAN_RIGHT 1
#define RUN 2  // neighbors in C of one work-item

#if WM % 16 != 0 || WN % 16 != 0 || (SIZE == 4 && ((TA && WM % 32 != 0) || (!TB && WN % 32 != 0)))
#error "a warp's tile must be whole tiles of the instruction, and whole reads"
#endif
#if (TA && BM % BK != 0) || (!TB && BN % BK != 0) || BM > 256 || BN > 256
#error "tiles must be whole copies"
#endif

#include "parts/ring.cl"
#include "parts/tiles.cl"
#include "parts/feeding.cl"
#include "parts/fragments.cl"
#include "parts/exchanged.cl"
#include "parts/products.cl"
#include "parts/sums.cl"

// Where a lane's reads of a stage begin, in bytes.
typedef struct {
    uint left, right;
} reads;

static inline void read_factors(fragments *f, const reads *at, const ring *r, const int turn) {
    const uint stage = r->stages + r->stage * BYTES_STAGE;
    read_left(f, stage + at->left, turn);
    read_right(f, stage + at->right, turn);
}

// The steps of one tile. The fragments of the next instruction are read while this one works; a step has
// been read when the next one is being multiplied.
static inline void multiply_steps(tile *t, ring *r, const reads *at, const int2 span) {
    const int speaks = get_local_id(0) % 32 == 0;
    uint last = 0;
    fragments f[2];
    await(r->arrived + r->stage * 8, r->parity);
    read_factors(&f[0], at, r, 0);
    for (int k = span.x; k < span.y; k += BK) {
#pragma unroll
        for (int turn = 0; turn < TURNS; turn++) {
            if (turn == 1 && k > span.x && speaks) arrive(last);
            if (turn == TURNS - 1) {
                last = r->emptied + r->stage * 8;
                go_on(r);
                if (k + BK < span.y) await(r->arrived + r->stage * 8, r->parity);
            }
            if (turn < TURNS - 1 || k + BK < span.y)
                read_factors(&f[(turn + 1) % 2], at, r, (turn + 1) % TURNS);
            multiply(t, &f[turn % 2]);
        }
    }
    if (speaks) arrive(last);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm(const int M, const int N, const int K, const float alpha, const __global uint *restrict maps,
          const float beta, __global stored *restrict C, const int ldc,
          __global float *restrict partial) {
    __local uint4 stages[STAGES * BYTES_STAGE / 16] __attribute__((aligned(1024)));
    __local ulong barriers[2 * STAGES];
    if (!is_rewritten()) return;
    ring r = begin_ring((__local char *)stages, barriers, MULTIPLIERS / 32);
    const int tiles = (M + BM - 1) / BM * ((N + BN - 1) / BN);
    const int2 span = span_of_slice(get_group_id(1), K);

    if (get_local_id(0) >= MULTIPLIERS) {
        if (get_local_id(0) == MULTIPLIERS) feed(&r, maps, tiles, span, M, N);
        return;
    }

    const int warp = get_local_id(0) / 32;
    const int wm = warp / WARPS_N * WM;
    const int wn = warp % WARPS_N * WN;
    const uint left = first_read(TURNED ? wn : wm, ALONG_LEFT, SPAN_LEFT, 1);
    const uint right = first_read(TURNED ? wm : wn, ALONG_RIGHT, SPAN_RIGHT, 0);
    const reads at = {left + (TURNED ? BYTES_A : 0), right + (TURNED ? 0 : BYTES_A)};
    for (int tile_of_c = get_group_id(0); tile_of_c < tiles; tile_of_c += get_num_groups(0)) {
        tile t;
        clear(&t);
        if (span.x < span.y) multiply_steps(&t, &r, &at, span);
        const int2 place = place_of_tile(tile_of_c, M, N);
        store_tile(&t, place.x + wm, place.y + wn, M, N, alpha, beta, C, ldc, partial);
    }
}
