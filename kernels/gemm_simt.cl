// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C by fused multiply-adds (SIMT) with a multistage cp.async pipeline, for
// NVIDIA GPUs from Ampere on.
//
// Each work-group computes a tile of BM x BN elements of C. Each warp computes a rectangle of it, and each of
// the warp's LANES_M x LANES_N lanes TM x TN elements, in vectors of 16 bytes:
//
//        N                        Local memory holds a ring of STAGES k-tiles, both matrices MN-major with
//      +----[BN]------+           padding: [BK][BM + pad] and [BK][BN + pad]. While one k-tile is
//   BK |    |  |      |           multiplied, cp.async copies the next ones. K-major matrices are loaded
//      |    |  |   B  |           into registers and stored transposed.
//   BK +----+--+------+
//  +---+    |  |      |           The fragments of the next k are loaded while this one is multiplied,
//  |   |[BM]|##|   C  |           across the border of two k-tiles too, so that each k-tile has one barrier
//  | A |    +--+      |           and no pause.
//  +---+----+---------+
//
// A, B and their rows are aligned to COPY bytes; with ALIGN_ROWS rows that are not are copied first.
// Requires compute capability 8.0.
// Parameters and conventions: parts/common/gemm_parameters.cl.

#if !defined(F32) && !defined(F64)
#define F32  // the precision: one of these two
#endif

#ifndef WARPS_M
#define WARPS_M 4  // warps of a work-group along the rows of C
#endif
#ifndef WARPS_N
#define WARPS_N 2  // and along the columns
#endif
#ifndef LANES_M
#define LANES_M 4  // lanes of a warp along the rows of C; 32 / LANES_M along the columns
#endif
#ifndef TM
#define TM 8  // rows of C per work-item
#endif
#ifndef TN
#define TN 8  // and columns
#endif
#ifndef BK
#define BK 8  // depth of a k-tile
#endif
#ifndef STAGES
#define STAGES 3  // stages of the pipeline
#endif
#ifndef COPY
#define COPY 4  // bytes of a cp.async
#endif
#ifndef ALIGN_ROWS
#define ALIGN_ROWS 0  // 1: where rows do not begin at 16 bytes, copies of A and B are multiplied whose rows do
#endif
#ifndef ZIGZAG
#define ZIGZAG 0  // 1: lanes are placed in pairs (a Z-shaped lane map)
#endif

#include "parts/common/gemm_parameters.cl"
#include "parts/common/precision.cl"

#define VECTOR (16 / SIZE)  // elements of a vector of 16 bytes
#ifdef F64
typedef double2 vec;
#else
typedef float4 vec;
#endif

#define THREADS (WARPS_M * WARPS_N * 32)
#define LANES_N (32 / LANES_M)
#define WM (LANES_M * TM)
#define WN (LANES_N * TN)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define PER_COPY_A (K_MAJOR_A ? VECTOR : COPY / SIZE)  // neighbors that a work-item copies at once
#define PER_COPY_B (K_MAJOR_B ? VECTOR : COPY / SIZE)
#define VECTORS_A (K_MAJOR_A ? BM * BK / VECTOR / THREADS : 1)  // vectors that pass through registers
#define VECTORS_B (K_MAJOR_B ? BN * BK / VECTOR / THREADS : 1)
#define PITCH_A (BM + VECTOR)
#define PITCH_B (BN + VECTOR)
#define BYTES_A (BK * PITCH_A * SIZE)
#define BYTES_B (BK * PITCH_B * SIZE)
#define BYTES_STAGE (BYTES_A + BYTES_B)

#if TM % VECTOR != 0 || TN % VECTOR != 0
#error "a work-item's rows and columns must be whole reads of 16 bytes"
#endif
#if BK % VECTOR != 0 || COPY < SIZE
#error "BK must be whole vectors, and copies whole elements"
#endif
#if ALIGN_ROWS && COPY != 16
#error "rows are aligned for copies of 16 bytes"
#endif
#if THREADS % ((K_MAJOR_A ? BK : BM) / PER_COPY_A) != 0 || \
    THREADS % ((K_MAJOR_B ? BK : BN) / PER_COPY_B) != 0
#error "the work-group must copy whole rows at once"
#endif
#if BM * BK % (PER_COPY_A * THREADS) != 0 || BN * BK % (PER_COPY_B * THREADS) != 0
#error "each work-item must copy as much as any other"
#endif

#define EPILOGUE_VECTOR VECTOR
#define OUTPUT_COLUMNS TN
#include "parts/nvidia/cp_async.cl"
#include "parts/nvidia/align_rows.cl"
#include "parts/common/tile_scheduler.cl"
#include "parts/nvidia/epilogue_store.cl"
#include "parts/nvidia/splitk_fixup.cl"

// Loads this work-item's vectors of a K-major matrix' next k-tile into registers; 0 outside of the matrix.
static inline void load_registers(vec *registers, thread_copy *s, const int ld, const int size,
                                  const int count) {
    const int stride = size / count;
    matrix from = s->next;
    if (COPY == 16 && tile_is_full(s)) {
#pragma unroll
        for (int q = 0; q < count; q++)
            registers[q] = *(const __global vec *)(from + q * s->row_stride);
    } else {
        const int inside = elements_inside(s, 1, VECTOR);
#pragma unroll
        for (int q = 0; q < count; q++) {
            const int in_row = q * stride < rows_inside(s, 1) ? inside : 0;
            element *each = (element *)(registers + q);
#pragma unroll
            for (int e = 0; e < VECTOR; e++) each[e] = load_if(e, in_row, from + q * s->row_stride + e);
        }
    }
    advance_k(s, ld, 1);
}

// Stores them to local memory, transposed.
static inline void store_shared(const vec *registers, __local char *smem_address, const int size,
                                const int pitch, const int count) {
    const int row = get_local_id(0) / (BK / VECTOR);
    const int k = get_local_id(0) % (BK / VECTOR) * VECTOR;
    __local element *origin = (__local element *)smem_address + k * pitch + row;
#pragma unroll
    for (int q = 0; q < count; q++)
#pragma unroll
        for (int e = 0; e < VECTOR; e++)
            origin[e * pitch + q * (size / count)] = ((const element *)(registers + q))[e];
}

// This work-item's copies of both matrices.
typedef struct {
    thread_copy a, b;
    vec registers_a[VECTORS_A], registers_b[VECTORS_B];
} tile_loader;

// Issues the copies of the next k-tile, and the loads into registers.
static inline void begin_load(tile_loader *s, const uint stage, const int lda, const int ldb) {
    if (K_MAJOR_A) load_registers(s->registers_a, &s->a, lda, BM, VECTORS_A);
    else load_tile_async(&s->a, stage, lda, 0, BM, PITCH_A, 0);
    if (K_MAJOR_B) load_registers(s->registers_b, &s->b, ldb, BN, VECTORS_B);
    else load_tile_async(&s->b, stage, ldb, 0, BN, PITCH_B, 0);
}

// Stores what was loaded into registers.
static inline void end_load(const tile_loader *s, __local char *stage) {
    if (K_MAJOR_A) store_shared(s->registers_a, stage, BM, PITCH_A, VECTORS_A);
    if (K_MAJOR_B) store_shared(s->registers_b, stage + BYTES_A, BN, PITCH_B, VECTORS_B);
}

// This lane's row and column in its warp's rectangle, in vectors.
static inline int2 lane_position(void) {
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

// The fragments of one k.
typedef struct {
    element a[TM];
    element b[TN];
} fragments;

static inline vec load_vector(const __local char *from) {
    return *(const __local vec *)from;
}

static inline void load_fragments(fragments *f, const __local char *a, const __local char *b, const int k) {
#pragma unroll
    for (int i = 0; i < TM; i += VECTOR)
        *(vec *)(f->a + i) = load_vector(a + (k * PITCH_A + i * LANES_M) * SIZE);
#pragma unroll
    for (int j = 0; j < TN; j += VECTOR)
        *(vec *)(f->b + j) = load_vector(b + (k * PITCH_B + j * LANES_N) * SIZE);
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void gemm(const int M, const int N, const int K, const element alpha, const __global element *restrict A,
          const int lda, __global element *copy_a, const __global element *restrict B, const int ldb,
          __global element *copy_b, const element beta, __global element *restrict C, const int ldc,
          __global element *partial, volatile __global uint *counters, const int swizzle_m,
          const int wave, const int slices) {
    __local vec ring[STAGES * BYTES_STAGE / 16];
    __local int is_last;
    aligned_rows a = {A, lda};
    aligned_rows b = {B, ldb};
#if ALIGN_ROWS
    align_rows(M, N, K, A, lda, copy_a, B, ldb, copy_b, counters, &is_last);
    a = rows_or_copy(A, lda, copy_a, TA ? M : K);
    b = rows_or_copy(B, ldb, copy_b, TB ? K : N);
    counters += ALIGN_COUNTERS;
#endif
    __local char *smem = (__local char *)ring;
    const uint smem_address = (uint)(ulong)smem;
    const tile_schedule schedule = make_schedule(M, N, wave, slices);
    const work_tile work = work_tile_at(&schedule, get_group_id(0));
    const int2 origin = tile_origin(work.tile, M, N, swizzle_m);
    const int m0 = origin.x;
    const int n0 = origin.y;
    const int2 k_range = k_range_of(&work, K);
    const int k_tiles = max(0, (k_range.y - k_range.x + BK - 1) / BK);

    tile_loader s;
    s.a = make_thread_copy(a.from, a.ld, K_MAJOR_A, m0, BM, M, k_range, PER_COPY_A, PITCH_A, smem_address);
    s.b = make_thread_copy(b.from, b.ld, K_MAJOR_B, n0, BN, N, k_range, PER_COPY_B, PITCH_B,
                           smem_address + BYTES_A);
#pragma unroll 1
    for (int stage = 0; stage < STAGES - 1; stage++) {
        if (stage < k_tiles) {
            begin_load(&s, stage * BYTES_STAGE, a.ld, b.ld);
            end_load(&s, smem + stage * BYTES_STAGE);
        }
        CP_ASYNC_COMMIT;
    }

    const int warp = get_local_id(0) / 32;
    const int2 lane = lane_position();
    const int wm = warp / WARPS_N * WM + lane.x * VECTOR;
    const int wn = warp % WARPS_N * WN + lane.y * VECTOR;
    const __local char *smem_a = smem + wm * SIZE;
    const __local char *smem_b = smem + BYTES_A + wn * SIZE;
    element c[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) c[i][j] = 0;

    CP_ASYNC_WAIT(STAGES - 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    fragments f[2];
    load_fragments(&f[0], smem_a, smem_b, 0);
    uint read_stage = 0;
    uint write_stage = (STAGES - 1) * BYTES_STAGE;
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int more = k_tile + STAGES - 1 < k_tiles;
#pragma unroll
        for (int k = 0; k < BK; k++) {
            if (k == BK - 1) {
                if (more) end_load(&s, smem + write_stage);
                write_stage = write_stage == (STAGES - 1) * BYTES_STAGE ? 0 : write_stage + BYTES_STAGE;
                CP_ASYNC_WAIT(STAGES - 2);
                barrier(CLK_LOCAL_MEM_FENCE);
                read_stage = read_stage == (STAGES - 1) * BYTES_STAGE ? 0 : read_stage + BYTES_STAGE;
            }
            load_fragments(&f[(k + 1) % 2], smem_a + read_stage, smem_b + read_stage, (k + 1) % BK);
            if (k == 0) {
                if (more) begin_load(&s, write_stage, a.ld, b.ld);
                CP_ASYNC_COMMIT;
            }
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) c[i][j] = fma(f[k % 2].a[i], f[k % 2].b[j], c[i][j]);
        }
    }

    if (!splitk_fixup(&c[0][0], TM * TN, &work, get_local_id(0), THREADS, partial, counters, &is_last))
        return;
#pragma unroll
    for (int i = 0; i < TM; i++) {
        const int m = m0 + wm + i / VECTOR * VECTOR * LANES_M + i % VECTOR;
        const output_row row = row_of_c(C, ldc, m, n0 + wn, M, N);
        int columns[TN / VECTOR];
#pragma unroll
        for (int j = 0; j < TN; j += VECTOR) columns[j / VECTOR] = j * LANES_N;
        store_row(&row, columns, c[i], alpha, beta);
    }
}
