// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C on Hopper's matrix units (wgmma), for float whose last 13 bits
// are left aside, where one matrix is stored along K and the other across it: A * B and
// transpose(A) * transpose(B). All row major.
//
// Of four bytes the matrix units read only what lies along K. So what lies across it, X, goes through
// registers, and what lies along it, Y, is read by the units themselves. For A * B, X is B and Y is A,
// and the transpose of C is computed; otherwise X is A and Y is B.
//
//        Y                        Each work-group stays on its compute unit and computes one tile of
//      +----[BY]------+           BX x BY after the other. Each of its GROUPS groups of four warps
//   BK |    |  |      |           multiplies 128 rows, twice 64. One more warp has tiles copied; where
//      |    |  |      |           the others take all registers, the first work-item does it as well.
//   BK +----+--+------+
//  +---+    |64|      |           A ring of STAGES steps of 32 along K lies in local memory. Half of a
//  | X |[BX]|64|      |           step is read into registers while the half before it is multiplied.
//  |   |    +--+      |           A warp's 32 rows are 128 bytes for each k. A lane reads neighboring
//  +---+----+---------+           pairs, such that no two lanes meet at a bank; so these are its rows.
//
// Where the program was not rewritten for Hopper's own instructions nothing is written.
//
// With SPLIT > 1 that many work-groups share the way along K; `gather` adds up what they found.
// Nothing outside of the matrices is read or written, for any M, N and K; with beta = 0 C is not
// read. A and B and their rows are aligned to 16 bytes.
//
// Requires compute capability 9.0.

#ifndef TA
#define TA 0  // 1: both are transposed: A is stored K x M,
#endif
#ifndef TB
#define TB 0  // and B N x K
#endif
#ifndef TF32
#define TF32
#endif

#ifndef GROUPS
#define GROUPS 2  // groups of four warps, each with 128 rows of X
#endif
#ifndef BY
#define BY 128  // rows of Y per work-group: 64 or 128
#endif
#ifndef STAGES
#define STAGES 4  // steps in local memory
#endif
#ifndef STRIP
#define STRIP 8  // tiles are taken in strips of this many tile rows of C
#endif
#ifndef SPLIT
#define SPLIT 1  // slices of K
#endif

#include "parts/scalars.cl"
#include "parts/hopper.cl"

#define MULTIPLIERS (GROUPS * 128)
#define COPIER (GROUPS == 1 || BY == 64)  // a warp of its own has tiles copied
#define ITEMS (MULTIPLIERS + COPIER * 32)
#define TURNED (!TA)  // the transpose of C is computed
#define BX (GROUPS * 128)
#define BM (TURNED ? BY : BX)
#define BN (TURNED ? BX : BY)
#define BK (ROW / SIZE)
#define DEPTH 8  // of one instruction
#define SUMS (BY / 2)
#define RUN 2  // neighbors in C of one work-item
#define BYTES_X (BX * ROW)
#define BYTES_Y (BY * ROW)
#define BYTES_STAGE (BYTES_X + BYTES_Y)

#if TA != TB
#error "one matrix must be stored along K, the other across it"
#endif
#if BY != 64 && BY != 128
#error "BY must be 64 or 128"
#endif

#include "parts/ring.cl"
#include "parts/tiles.cl"
#include "parts/runs.cl"

#if BY == 64
#define ALL(c) SUMS_32(c)
#define SHAPE "m64n64k8", NAMES_32
#else
#define ALL(c) SUMS_64(c)
#define SHAPE "m64n128k8", NAMES_64
#endif
#define INSTRUCTION_(shape, sums)                                                                  \
    "//sm_90a: wgmma.mma_async.sync.aligned." shape ".f32.tf32.tf32 {" sums                        \
    "}, {%[x0], %[x1], %[x2], %[x3]}, %[y], 1, 1, 1;"
#define INSTRUCTION(...) INSTRUCTION_(__VA_ARGS__)

// c += x * y, some time later: 64 rows, 8 along K.
static inline void multiply(float *c, const uint *x, const ulong y) {
    __asm__ volatile(INSTRUCTION(SHAPE)
                     : ALL(c)
                     : [x0] "r"(x[0]), [x1] "r"(x[1]), [x2] "r"(x[2]), [x3] "r"(x[3]), [y] "l"(y)
                     : "memory");
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void describe(const int M, const int N, const int K, const __global stored *restrict A, const int lda,
              const __global stored *restrict B, const int ldb, __global uint *restrict maps) {
    __local uint draft[32] __attribute__((aligned(128)));
    write_map(draft, maps, TURNED ? B : A, TURNED ? N : M, K, TURNED ? ldb : lda, BK);
    write_map(draft, maps + 32, TURNED ? A : B, K, TURNED ? M : N, TURNED ? lda : ldb, BY);
}

// What is copied: the steps along `span` of one tile after the other, and which comes next.
typedef struct {
    ring r;
    const __global uint *maps;
    int M, N, tiles;
    int2 span;
    int tile, x, y, k;
} copies;

static inline void begin_tile(copies *c, const int tile) {
    const int2 place = place_of_tile(tile, c->M, c->N);
    c->tile = tile;
    c->x = TURNED ? place.y : place.x;
    c->y = TURNED ? place.x : place.y;
    c->k = c->span.x;
}

// All may call this while there is a tile, one of them `speaks`: it waits for room and has the step
// copied.
static inline void copy_step(copies *c, const int speaks) {
    const uint to = c->r.stages + c->r.stage * BYTES_STAGE;
    const uint arrived = c->r.arrived + c->r.stage * 8;
    if (speaks) {
        await(c->r.emptied + c->r.stage * 8, c->r.parity ^ 1);
        arrive_before(arrived, BYTES_STAGE);
        copy_tile(to, c->maps, 0, c->x, c->k, BX, arrived);
        copy_tile(to + BYTES_X, c->maps + 32, 1, c->y, c->k, BY, arrived);
    }
    go_on(&c->r);
    c->k += BK;
    if (c->k >= c->span.y) begin_tile(c, c->tile + get_num_groups(0));
}

// Of this lane's rows: its first pair in the first 64 of the 16 pairs that are 128 bytes.
static inline int pair_of_lane(void) {
    const int eighth = get_local_id(0) % 32 / 4;
    return (eighth / 2 % 2 * 4 + eighth / 4) * 2 + eighth % 2;
}

// What both instructions of 64 rows multiply at one part of a step. `block` is the warp's, of BK rows
// of 16 pairs; the second 64 rows' pair is four further.
static inline void read_x(uint x[2][4], const __local uint2 *block, const int part) {
    const int within = get_local_id(0) % 4;
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int half_of = 0; half_of < 2; half_of++) {
            const int row = half_of * 4 + within;
            const uint2 two = block[(part * DEPTH + row) * 16 + (pair_of_lane() + i * 4 ^ row * 2)];
            x[i][half_of * 2] = two.x;
            x[i][half_of * 2 + 1] = two.y;
        }
}

// Each work-item's part of a tile. A step has been read when the first half of the next is being
// multiplied; then another may take its place.
static inline void multiply_steps(float c[2][SUMS], ring *r, const __local uint2 *block,
                                  const ulong y, const int2 span, copies *next) {
    const int speaks = get_local_id(0) % 32 == 0;
    uint last = 0;
    for (int k = span.x; k < span.y; k += BK) {
        await(r->arrived + r->stage * 8, r->parity);
#pragma unroll
        for (int turn = 0; turn < 2; turn++) {
            uint x[2][2][4];
#pragma unroll
            for (int p = 0; p < 2; p++)
                read_x(x[p], block + r->stage * (BYTES_STAGE / 8), turn * 2 + p);
            BEGIN_PRODUCTS;
#pragma unroll
            for (int p = 0; p < 2; p++)
#pragma unroll
                for (int i = 0; i < 2; i++)
                    multiply(c[i], x[p][i],
                             y + ((r->stage * BYTES_STAGE + (turn * 2 + p) * DEPTH * SIZE) >> 4));
            COMMIT_PRODUCTS;
            AWAIT_ALL_BUT_LAST;
            if (turn == 0 && k > span.x && speaks) arrive(last);
            if (!COPIER && turn == 0 && next->tile < next->tiles)
                copy_step(next, get_local_id(0) == 0);
        }
        last = r->emptied + r->stage * 8;
        go_on(r);
    }
    AWAIT_PRODUCTS(ALL(c[0]));
    AWAIT_PRODUCTS(ALL(c[1]));
    if (span.x < span.y && speaks) arrive(last);
}

static inline void store_tile(const float c[2][SUMS], const int2 place, const int M, const int N,
                              const float alpha, const float beta, __global float *C, const int ldc,
                              __global float *partial) {
    const int x0 = (int)get_local_id(0) / 32 * 32 + pair_of_lane() * 2;
    const int y0 = get_local_id(0) % 4 * 2;
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < BY / 8; j++)
#pragma unroll
            for (int e = 0; e < 2; e++) {
                // Of the four sums the second pair is the row below; turned, that is a column.
                const float *sums = c[i] + j * 4;
                const float two[RUN] = {TURNED ? sums[e] : sums[2 * e],
                                        TURNED ? sums[2 + e] : sums[2 * e + 1]};
                const int x = x0 + i * 8;
                const int y = j * 8 + y0;
                const int m = place.x + (TURNED ? y + e : x + e);
                const int n = place.y + (TURNED ? x : y);
                if (m >= M) continue;
                hand_over(two, m, n, M, N, alpha, beta, C, ldc, partial);
            }
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
    copies next = {r, maps, M, N, span.x < span.y ? tiles : 0, span};
    begin_tile(&next, get_group_id(0));
    const int speaks = get_local_id(0) == (COPIER ? MULTIPLIERS : 0);
    if (speaks) {
        trust_map(maps);
        trust_map(maps + 32);
    }
    if (COPIER && get_local_id(0) >= MULTIPLIERS) {
        while (speaks && next.tile < next.tiles) copy_step(&next, 1);
        return;
    }
    for (int s = 0; !COPIER && s < STAGES - 1 && next.tile < next.tiles; s++)
        copy_step(&next, speaks);

    const __local uint2 *block = (const __local uint2 *)stages + get_local_id(0) / 32 * BK * 16;
    const ulong y = description(1) + ((r.stages + BYTES_X) >> 4);
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        float c[2][SUMS];
#pragma unroll
        for (int i = 0; i < 2 * SUMS; i++) CLEAR(c[i / SUMS][i % SUMS]);
        multiply_steps(c, &r, block, y, span, &next);
        store_tile(c, place_of_tile(tile, M, N), M, N, alpha, beta, C, ldc, partial);
    }
}
