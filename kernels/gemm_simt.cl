// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C with the plain arithmetic of NVIDIA GPUs from Ampere on, all
// row major, where op transposes when TA or TB says so.
//
// Each work-group computes a tile of BM x BN elements of C. Of it each warp has a rectangle, and in
// that each of its LANES_M x LANES_N work-items TM x TN elements, 16 bytes of neighbors at a time:
//
//        N                        A ring of STAGES steps of BK along K lies in local memory, both
//      +----[BN]------+           matrices by depth: [BK][BM + gap] and [BK][BN + gap]. While one
//   BK |    |  |      |           step is multiplied, the copies of the next ones are under way
//      |    |  |   B  |           (cp.async), from global to local memory without a register; what
//   BK +----+--+------+           is stored along K is turned by copying it element by element.
//  +---+    |  |      |
//  |   |[BM]|##|   C  |           What the next step of depth 1 multiplies is read while this one
//  | A |    +--+      |           is computed, across the border of two tiles too, so that each
//  +---+----+---------+           tile has one barrier and no pause.
//
// With SPLIT > 1 that many work-groups share the way along K; `gather` adds up what they found.
// Nothing outside of the matrices is read or written, for any M, N and K; with beta = 0 C is not
// read. Matrices and their rows are aligned to COPY bytes.
//
// Requires compute capability 8.0.

#ifndef TA
#define TA 0  // 1: op(A) is the transpose of A, which is then stored K x M
#endif
#ifndef TB
#define TB 0  // 1: op(B) is the transpose of B, which is then stored N x K
#endif
#if !defined(F32) && !defined(F64)
#define F32  // the precision: one of these two
#endif

#ifndef WARPS_M
#define WARPS_M 4  // warps of a work-group along the rows of C
#endif
#ifndef WARPS_N
#define WARPS_N 2  // and along its columns
#endif
#ifndef LANES_M
#define LANES_M 4  // work-items of a warp along the rows of C; 32 / LANES_M along its columns
#endif
#ifndef TM
#define TM 8  // rows of C per work-item
#endif
#ifndef TN
#define TN 8  // and columns
#endif
#ifndef BK
#define BK 8  // depth of a step along K
#endif
#ifndef STAGES
#define STAGES 3  // steps in local memory
#endif
#ifndef COPY
#define COPY 4  // bytes that are copied at once
#endif
#ifndef ZIGZAG
#define ZIGZAG 0  // 1: neighboring work-items go through their warp's rectangle two by two
#endif
#ifndef STRIP
#define STRIP 8  // tiles are taken in strips of this many tile rows
#endif
#ifndef SPLIT
#define SPLIT 1  // slices of K
#endif

#include "parts/scalars.cl"

#define SPAN (16 / SIZE)  // elements of 16 bytes
#ifdef F64
typedef double2 span;
#else
typedef float4 span;
#endif

#define ITEMS (WARPS_M * WARPS_N * 32)
#define LANES_N (32 / LANES_M)
#define WM (LANES_M * TM)
#define WN (LANES_N * TN)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define ALONG_A (!TA)  // 1: K runs along the stored rows
#define ALONG_B TB
#define EACH_A (ALONG_A ? SPAN : COPY / SIZE)  // neighbors that a work-item moves at once
#define EACH_B (ALONG_B ? SPAN : COPY / SIZE)
#define HELD_A (ALONG_A ? BM * BK / SPAN / ITEMS : 1)  // spans on their way through registers
#define HELD_B (ALONG_B ? BN * BK / SPAN / ITEMS : 1)
#define PITCH_A (BM + SPAN)
#define PITCH_B (BN + SPAN)
#define BYTES_A (BK * PITCH_A * SIZE)
#define BYTES_B (BK * PITCH_B * SIZE)
#define BYTES_STAGE (BYTES_A + BYTES_B)

#if TM % SPAN != 0 || TN % SPAN != 0
#error "a work-item's rows and columns must be whole reads of 16 bytes"
#endif
#if BK % SPAN != 0 || COPY < SIZE
#error "BK must be whole spans, and copies whole elements"
#endif
#if ITEMS % ((ALONG_A ? BK : BM) / EACH_A) != 0 || ITEMS % ((ALONG_B ? BK : BN) / EACH_B) != 0
#error "the work-group must copy whole rows at once"
#endif
#if BM * BK % (EACH_A * ITEMS) != 0 || BN * BK % (EACH_B * ITEMS) != 0
#error "each work-item must copy as much as any other"
#endif

#include "parts/copies.cl"
#include "parts/tiles.cl"

// Of what is stored along K this work-item's share of the next step, on its way; 0 outside.
static inline void fetch(span *held, share *s, const int ld, const int size, const int count) {
    const int apart = size / count;
    matrix from = s->next;
#pragma unroll
    for (int q = 0; q < count; q++, from += s->apart) {
        if (COPY == 16 && is_inside(s)) {
            held[q] = *(const __global span *)from;
            continue;
        }
        stored *each = (stored *)(held + q);
        const int inside = q * apart < rows_inside(s, 1) ? how_many_inside(s, 1, SPAN) : 0;
#pragma unroll
        for (int e = 0; e < SPAN; e++) each[e] = e < inside ? from[e] : 0;
    }
    go_ahead(s, ld, 1);
}

// And there, where K runs down.
static inline void put(const span *held, __local char *to, const int size, const int pitch,
                       const int count) {
    const int row = get_local_id(0) / (BK / SPAN);
    const int depth = get_local_id(0) % (BK / SPAN) * SPAN;
    __local stored *place = (__local stored *)to + depth * pitch + row;
#pragma unroll
    for (int q = 0; q < count; q++)
#pragma unroll
        for (int e = 0; e < SPAN; e++)
            place[e * pitch + q * (size / count)] = ((const stored *)(held + q))[e];
}

// Both matrices' shares, and where they go.
typedef struct {
    share a, b;
    span held_a[HELD_A], held_b[HELD_B];
} supply;

static inline void begin_step(supply *s, const uint stage, const int lda, const int ldb) {
    if (ALONG_A) fetch(s->held_a, &s->a, lda, BM, HELD_A);
    else copy_share(&s->a, stage, lda, 0, BM, PITCH_A, 0);
    if (ALONG_B) fetch(s->held_b, &s->b, ldb, BN, HELD_B);
    else copy_share(&s->b, stage, ldb, 0, BN, PITCH_B, 0);
}

static inline void end_step(const supply *s, __local char *stage) {
    if (ALONG_A) put(s->held_a, stage, BM, PITCH_A, HELD_A);
    if (ALONG_B) put(s->held_b, stage + BYTES_A, BN, PITCH_B, HELD_B);
}

// This work-item's place in its warp's rectangle.
static inline int2 place_of_lane(void) {
    const int lane = get_local_id(0) % 32;
    const int pair = lane / 2;
#if ZIGZAG && LANES_M <= LANES_N
    return (int2)(pair % LANES_M, pair / LANES_M * 2 + lane % 2);
#elif ZIGZAG
    return (int2)(pair / LANES_N * 2 + lane % 2, pair % LANES_N);
#else
    return (int2)(lane / LANES_N, lane % LANES_N);
#endif
}

// What is multiplied at one depth.
typedef struct {
    stored a[TM];
    stored b[TN];
} factors;

static inline span read(const __local char *from) {
    return *(const __local span *)from;
}

static inline void read_factors(factors *f, const __local char *a, const __local char *b,
                                const int depth) {
#pragma unroll
    for (int i = 0; i < TM; i += SPAN)
        *(span *)(f->a + i) = read(a + (depth * PITCH_A + i * LANES_M) * SIZE);
#pragma unroll
    for (int j = 0; j < TN; j += SPAN)
        *(span *)(f->b + j) = read(b + (depth * PITCH_B + j * LANES_N) * SIZE);
}

// SPAN neighbors, of which `left` are inside.
static inline void store(__global stored *c, const stored *sums, const stored alpha, const stored beta,
                         const int left) {
    span values;
    stored *each = (stored *)&values;
#pragma unroll
    for (int e = 0; e < SPAN; e++)
        if (e < left) each[e] = finished(sums[e], alpha, beta, c + e);
    if (COPY == 16 && left >= SPAN) {
        *(__global span *)c = values;
        return;
    }
#pragma unroll
    for (int e = 0; e < SPAN; e++)
        if (e < left) c[e] = each[e];
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm(const int M, const int N, const int K, const stored alpha, const __global stored *restrict A,
          const int lda, const __global stored *restrict B, const int ldb, const stored beta,
          __global stored *restrict C, const int ldc, __global stored *restrict partial) {
    __local span ring[STAGES * BYTES_STAGE / 16];
    __local char *stages = (__local char *)ring;
    const uint to = (uint)(ulong)stages;
    const int2 place = place_of_tile(get_group_id(0), M, N);
    const int m0 = place.x;
    const int n0 = place.y;
    const int2 span_of_k = span_of_slice(get_group_id(1), K);
    const int steps = max(0, (span_of_k.y - span_of_k.x + BK - 1) / BK);

    supply s;
    s.a = share_of(A, lda, ALONG_A, m0, BM, M, span_of_k, EACH_A, PITCH_A, to);
    s.b = share_of(B, ldb, ALONG_B, n0, BN, N, span_of_k, EACH_B, PITCH_B, to + BYTES_A);
#pragma unroll
    for (int stage = 0; stage < STAGES - 1; stage++) {
        if (stage < steps) {
            begin_step(&s, stage * BYTES_STAGE, lda, ldb);
            end_step(&s, stages + stage * BYTES_STAGE);
        }
        COMMIT;
    }

    const int warp = get_local_id(0) / 32;
    const int2 lane = place_of_lane();
    const int wm = warp / WARPS_N * WM + lane.x * SPAN;
    const int wn = warp % WARPS_N * WN + lane.y * SPAN;
    const __local char *from_a = stages + wm * SIZE;
    const __local char *from_b = stages + BYTES_A + wn * SIZE;
    stored c[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) c[i][j] = 0;

    WAIT(STAGES - 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    factors f[2];
    read_factors(&f[0], from_a, from_b, 0);
    uint reading = 0;
    uint writing = (STAGES - 1) * BYTES_STAGE;
    for (int step = 0; step < steps; step++) {
        const int more = step + STAGES - 1 < steps;
#pragma unroll
        for (int depth = 0; depth < BK; depth++) {
            if (depth == BK - 1) {
                if (more) end_step(&s, stages + writing);
                writing = writing == (STAGES - 1) * BYTES_STAGE ? 0 : writing + BYTES_STAGE;
                WAIT(STAGES - 2);
                barrier(CLK_LOCAL_MEM_FENCE);
                reading = reading == (STAGES - 1) * BYTES_STAGE ? 0 : reading + BYTES_STAGE;
            }
            read_factors(&f[(depth + 1) % 2], from_a + reading, from_b + reading, (depth + 1) % BK);
            if (depth == 0) {
                if (more) begin_step(&s, writing, lda, ldb);
                COMMIT;
            }
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    c[i][j] = fma(f[depth % 2].a[i], f[depth % 2].b[j], c[i][j]);
        }
    }

#pragma unroll
    for (int i = 0; i < TM; i++) {
        const int m = m0 + wm + i / SPAN * SPAN * LANES_M + i % SPAN;
        if (m >= M) continue;
#pragma unroll
        for (int j = 0; j < TN; j += SPAN) {
            const int n = n0 + wn + j * LANES_N;
#if SPLIT > 1
            __global stored *into = partial + ((size_t)get_group_id(1) * M + m) * N + n;
#pragma unroll
            for (int e = 0; e < SPAN; e++)
                if (n + e < N) into[e] = c[i][j + e];
#else
            store(C + (size_t)m * ldc + n, c[i] + j, alpha, beta, N - n);
#endif
        }
    }
}
