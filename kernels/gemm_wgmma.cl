// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C on Hopper's matrix units, which four warps ask together
// (wgmma), summed in float. All row major; op transposes when TA or TB says so.
//
// Each work-group stays on its compute unit and computes one tile of BM x BN elements of C after the
// other. Its last warp has tiles copied; each of its GROUPS groups of four warps multiplies 64 rows:
//
//        N                        A ring of STAGES steps lies in local memory, each 128 bytes along
//      +----[BN]------+           K. One work-item has it filled, by the unit that copies tiles; the
//   BK |    |  |      |           matrix units read it by themselves. Neither waits for the other
//      |    |  |   B  |           as long as there are steps in the ring, nor for a tile to be
//   BK +----+--+------+           written.
//  +---+    |64|      |
//  |   |[BM]|64|   C  |           What the copying unit has to know of A and B is written by
//  | A |    +--+      |           `describe`, a kernel of its own.
//  +---+----+---------+
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
#define F16  // the precision: one of these three; in tf32 both matrices must lie along K
#endif

#ifndef GROUPS
#define GROUPS 2  // groups of four warps, each with 64 rows of C
#endif
#ifndef BN
#define BN 128  // columns of C per work-group: 64, 128, 192 or 256
#endif
#ifndef STAGES
#define STAGES 4  // steps in local memory
#endif
#ifndef STRIP
#define STRIP 8  // tiles are taken in strips of this many tile rows
#endif
#ifndef SPLIT
#define SPLIT 1  // slices of K
#endif

#include "parts/scalars.cl"
#include "parts/hopper.cl"

#define MULTIPLIERS (GROUPS * 128)
#define ITEMS (MULTIPLIERS + 32)
#define BM (GROUPS * 64)
#define BK (ROW / SIZE)
#define DEPTH (32 / SIZE)  // of one instruction
#define SUMS (BN / 2)
#define RUN 2  // neighbors in C of one work-item
#define ALONG_A (!TA)  // 1: K runs along the stored rows
#define ALONG_B TB
#define BYTES_A (BM * ROW)
#define BYTES_B (BN * ROW)
#define BYTES_STAGE (BYTES_A + BYTES_B)
// Bytes from one instruction's part of a step to the next one's.
#define FORWARD_A (ALONG_A ? DEPTH * SIZE : DEPTH * ROW)
#define FORWARD_B (ALONG_B ? DEPTH * SIZE : DEPTH * ROW)

#if BN % 64 != 0 || BN > 256
#error "BN must be 64, 128, 192 or 256"
#endif
#if SIZE == 4 && (TA || !TB)
#error "of four bytes the matrix units read only what lies along K"
#endif

#include "parts/ring.cl"
#include "parts/tiles.cl"
#include "parts/feeding.cl"
#include "parts/runs.cl"

#if BN == 64
#define ALL SUMS_32(c)
#define SHAPE "m64n64", NAMES_32
#elif BN == 128
#define ALL SUMS_64(c)
#define SHAPE "m64n128", NAMES_64
#elif BN == 192
#define ALL SUMS_96(c)
#define SHAPE "m64n192", NAMES_96
#else
#define ALL SUMS_128(c)
#define SHAPE "m64n256", NAMES_128
#endif
#if TA
#define ACROSS_OF_A "1"
#else
#define ACROSS_OF_A "0"
#endif
#if TB
#define ACROSS_OF_B "0"
#else
#define ACROSS_OF_B "1"
#endif
#if defined(F16)
#define TYPES "k16.f32.f16.f16", ", " ACROSS_OF_A ", " ACROSS_OF_B
#elif defined(BF16)
#define TYPES "k16.f32.bf16.bf16", ", " ACROSS_OF_A ", " ACROSS_OF_B
#else
#define TYPES "k8.f32.tf32.tf32", ""
#endif
#define INSTRUCTION_(shape, sums, types, across)                                                   \
    "//sm_90a: wgmma.mma_async.sync.aligned." shape types " {" sums "}, %[a], %[b], 1, 1, 1" across ";"
#define INSTRUCTION(...) INSTRUCTION_(__VA_ARGS__)

// c += a * b, some time later: one part of a step.
static inline void multiply(float *c, const ulong a, const ulong b) {
    __asm__ volatile(INSTRUCTION(SHAPE, TYPES) : ALL : [a] "l"(a), [b] "l"(b) : "memory");
}

// The others' part. A step has been read when the one after it is being multiplied.
static inline void multiply_steps(float *c, ring *r, const ulong a, const ulong b, const int2 span) {
    const int speaks = get_local_id(0) % 32 == 0;
    uint last = 0;
    for (int k = span.x; k < span.y; k += BK) {
        await(r->arrived + r->stage * 8, r->parity);
        BEGIN_PRODUCTS;
#pragma unroll
        for (int part = 0; part < BK / DEPTH; part++)
            multiply(c, a + ((r->stage * BYTES_STAGE + part * FORWARD_A) >> 4),
                     b + ((r->stage * BYTES_STAGE + part * FORWARD_B) >> 4));
        COMMIT_PRODUCTS;
        AWAIT_ALL_BUT_LAST;
        if (k > span.x && speaks) arrive(last);
        last = r->emptied + r->stage * 8;
        go_on(r);
    }
    AWAIT_PRODUCTS(ALL);
    if (span.x < span.y && speaks) arrive(last);
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

    // 64 rows of either kind are 64 * 128 bytes.
    const int group = get_local_id(0) / 128;
    const int lane = get_local_id(0) % 32;
    const ulong a = description(ALONG_A) + ((r.stages + group * 64 * ROW) >> 4);
    const ulong b = description(ALONG_B) + ((r.stages + BYTES_A) >> 4);
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        float c[SUMS];
#pragma unroll
        for (int i = 0; i < SUMS; i++) CLEAR(c[i]);
        multiply_steps(c, &r, a, b, span);

        const int2 place = place_of_tile(tile, M, N);
#pragma unroll
        for (int eighth = 0; eighth < 2; eighth++) {
            const int m = place.x + (int)get_local_id(0) / 32 * 16 + lane / 4 + eighth * 8;
            if (m >= M) continue;
#pragma unroll
            for (int j = 0; j < BN / 8; j++) {
                const int n = place.y + j * 8 + lane % 4 * 2;
                const float *sums = c + j * 4 + eighth * 2;
                hand_over(sums, m, n, M, N, alpha, beta, C, ldc, partial);
            }
        }
    }
}
