// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C in portable OpenCL: tiles in local memory and register blocking.
//
// Each work-group computes one tile of C and steps through K by BK; each of its WGM x WGN work-items
// accumulates TM x TN elements of that tile in registers.
//
//                        N                       BM = WGM * TM rows of C per work-group
//                 +----[BN]------+               BN = WGN * TN columns
//              BK |    |  |      |
//                 |    |  |   B  |               With LA or LB the k-tile of A or B is staged in local
//          BK     +----+--+------+               memory, MN-major: [BK][BM + PADA], [BK][BN + PADB].
//       +-----+   +----+--+------+               Without, each work-item reads its own elements from
//  [BM] |-----|   |----|##|      |               global memory. A work-group of one work-item with
//       |  A  |   |    +--+   C  |               wide vectors suits a CPU.
//     M |     | M |              |
//       +-----+   +--------------+
//
// Where ALIGNED is 1, A, B, C and their leading dimensions must be aligned to the vectors used.
// Parameters and conventions: parts/common/gemm_parameters.cl.

#include "parts/common/gemm_parameters.cl"

#ifndef REAL
#define REAL float  // what the matrices hold; F16, F64, BF16 are defined for half, double, bfloat16
#endif
#ifdef BF16
typedef ushort bfloat16;  // the upper half of a float
#endif

#ifndef WGM
#define WGM 8  // work-items along the rows of C
#endif
#ifndef WGN
#define WGN 8  // work-items along the columns of C
#endif
#ifndef TM
#define TM 4  // rows of C per work-item
#endif
#ifndef TN
#define TN 4  // columns of C per work-item
#endif
#ifndef BK
#define BK 16  // depth of a k-tile
#endif
#ifndef KU
#define KU 1  // unroll factor of the loop over a k-tile
#endif
#ifndef VL
#define VL 1  // vector width of the loads that are staged
#endif
#ifndef VM
#define VM 1  // vector width of reads of A from local memory, along the rows of C
#endif
#ifndef VN
#define VN 1  // vector width along the columns of C: accumulators, reads of B, stores of C
#endif
#ifndef LA
#define LA 1  // 1: A is staged in local memory
#endif
#ifndef LB
#define LB 1  // 1: B is staged in local memory
#endif
#ifndef PADA
#define PADA 0  // padding of each row of A in local memory, in elements, against bank conflicts
#endif
#ifndef PADB
#define PADB 0  // the same for B
#endif
#ifndef SPREAD
#define SPREAD 0  // 1: the vectors of a work-item are strided by the work-group; 0: contiguous
#endif
#ifndef PREFETCH
#define PREFETCH 0  // 1: the next k-tile is loaded into registers while this one is multiplied
#endif
#ifndef BUFFERS
#define BUFFERS 1  // 2: double buffer in local memory, with one barrier per k-tile instead of two
#endif
#ifndef SWIZZLE_N
#define SWIZZLE_N 0  // threadblock swizzle: tile columns that are visited together, row by row; 0: none
#endif
#ifndef ALIGNED
#define ALIGNED 0  // 1: vectors in global memory are aligned to their size
#endif

#define THREADS (WGM * WGN)
#define BM (WGM * TM)
#define BN (WGN * TN)
#define STAGED (LA || LB)
#define K_STEP (STAGED ? BK : K)
#define PITCH_A (BM + PADA)  // elements from row to row in local memory
#define PITCH_B (BN + PADB)
#define ALIGNMENT 32  // of local memory: the widest vector there; f16 is staged as float
#define COUNT_A (BM * BK / VL / THREADS)  // vectors that a work-item stages per k-tile
#define COUNT_B (BN * BK / VL / THREADS)

#if TM % VM != 0 || TN % VN != 0
#error "TM must be whole vectors of VM, and TN of VN"
#endif
#if LA && ((TA ? BM : BK) % VL != 0 || BM * BK % (VL * THREADS) != 0)
#error "each work-item must stage the same number of whole vectors of A"
#endif
#if LB && ((TB ? BK : BN) % VL != 0 || BN * BK % (VL * THREADS) != 0)
#error "each work-item must stage the same number of whole vectors of B"
#endif
#if LA && PITCH_A % (TA && VL > VM ? VL : VM) != 0 || LB && PITCH_B % (!TB && VL > VN ? VL : VN) != 0
#error "padded rows must be whole vectors"
#endif

#include "parts/common/element_access.cl"
#include "parts/common/tile_load.cl"

#if LA
#define WITH_A(statement) statement
#else
#define WITH_A(statement)
#endif
#if LB
#define WITH_B(statement) statement
#else
#define WITH_B(statement)
#endif

typedef VECTOR(VM) rows;
typedef VECTOR(VN) columns;

static inline void load_a(loaded *into, matrix A, const int lda, const int m0, const int k0, const int M,
                          const int K) {
    if (TA) load_tile(into, A, lda, k0, m0, K, M, BM, COUNT_A);
    else load_tile(into, A, lda, m0, k0, M, K, BK, COUNT_A);
}

static inline void load_b(loaded *into, matrix B, const int ldb, const int n0, const int k0, const int N,
                          const int K) {
    if (TB) load_tile(into, B, ldb, n0, k0, N, K, BK, COUNT_B);
    else load_tile(into, B, ldb, k0, n0, K, N, BN, COUNT_B);
}

static inline void stage_a(const loaded *from, __local ACC *into) {
    store_tile(from, into, TA ? PITCH_A : 1, TA ? 1 : PITCH_A, TA ? BM : BK, COUNT_A);
}

static inline void stage_b(const loaded *from, __local ACC *into) {
    store_tile(from, into, TB ? 1 : PITCH_B, TB ? PITCH_B : 1, TB ? BK : BN, COUNT_B);
}

// The positions of this work-item's i-th row and j-th vector of columns in the work-group's tile.
static inline int row(const int i) {
    const int y = get_local_id(0) / WGN;
    return SPREAD ? (i / VM * WGM + y) * VM + i % VM : y * TM + i;
}

static inline int column(const int j) {
    const int x = get_local_id(0) % WGN;
    return SPREAD ? (j * WGN + x) * VN : x * TN + j * VN;
}

// Loads VN columns of op(B) from global memory, of which `inside` are in the matrix.
static inline columns direct_b(matrix B, const int ldb, const int k, const int n, const int inside) {
    if (!TB && inside >= VN) return LOAD(VN, B + (size_t)k * ldb + n);
    ACC elements[VN];
#pragma unroll
    for (int e = 0; e < VN; e++)
        elements[e] = e >= inside
                          ? 0
                          : LOAD(1, TB ? B + (size_t)(n + e) * ldb + k : B + (size_t)k * ldb + n + e);
    return VLOAD(VN, 0, elements);
}

// Loads one element of each of this work-item's rows: from global memory, or from local memory.
static inline void direct_a(ACC *a, matrix A, const size_t *starts) {
#pragma unroll
    for (int i = 0; i < TM; i++) a[i] = LOAD(1, A + starts[i]);
}

static inline void local_a(ACC *a, const __local ACC *tile) {
#pragma unroll
    for (int i = 0; i < TM; i += VM) VSTORE(VM, *(const __local rows *)(tile + row(i)), a + i);
}

// The epilogue of VN columns of C, of which `inside` are in the matrix.
static inline void store_epilogue(__global REAL *c, columns value, const ACC beta, const int inside) {
    if (inside >= VN) {
        if (beta != 0) value += beta * LOAD(VN, c);
        STORE(VN, value, c);
        return;
    }
    ACC elements[VN];
    VSTORE(VN, value, elements);
#pragma unroll
    for (int e = 0; e < VN; e++)
        if (e < inside) STORE(1, beta != 0 ? elements[e] + beta * LOAD(1, c + e) : elements[e], c + e);
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void gemm(const int M, const int N, const int K, const ACC alpha, const __global REAL *restrict A,
          const int lda, const __global REAL *restrict B, const int ldb, const ACC beta,
          __global REAL *restrict C, const int ldc) {
    const int tiles_n = (N + BN - 1) / BN;
    const int tiles_m = (M + BM - 1) / BM;
    const int group = get_group_id(0);
#if SWIZZLE_N
    const int swizzle = group / (SWIZZLE_N * tiles_m);
    const int width = min(SWIZZLE_N, tiles_n - swizzle * SWIZZLE_N);
    const int index = group - swizzle * SWIZZLE_N * tiles_m;
    const int m0 = index / width * BM;
    const int n0 = (swizzle * SWIZZLE_N + index % width) * BN;
#else
    const int m0 = group / tiles_n * BM;
    const int n0 = group % tiles_n * BN;
#endif

#if LA
    __local ACC tiles_a[BUFFERS * BK * PITCH_A] __attribute__((aligned(ALIGNMENT)));
    loaded next_a[COUNT_A];
#else
    // Rows past the end are read as the last row and not stored.
    size_t starts[TM];
#pragma unroll
    for (int i = 0; i < TM; i++) starts[i] = (size_t)min(m0 + row(i), M - 1) * (TA ? 1 : lda);
#endif
#if LB
    __local ACC tiles_b[BUFFERS * BK * PITCH_B] __attribute__((aligned(ALIGNMENT)));
    loaded next_b[COUNT_B];
#endif
    columns c[TM][TN / VN];
    // No "unroll" here: by it PoCL 5.0 would set the accumulators of the first work-item alone.
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN / VN; j++) c[i][j] = 0;

    int buffer = 0;
    if (PREFETCH) {
        WITH_A(load_a(next_a, A, lda, m0, 0, M, K));
        WITH_B(load_b(next_b, B, ldb, n0, 0, N, K));
    }
    for (int k0 = 0; k0 < K; k0 += K_STEP) {
        if (!PREFETCH) {
            WITH_A(load_a(next_a, A, lda, m0, k0, M, K));
            WITH_B(load_b(next_b, B, ldb, n0, k0, N, K));
        }
        WITH_A(__local ACC *tile_a = tiles_a + buffer * BK * PITCH_A);
        WITH_B(__local ACC *tile_b = tiles_b + buffer * BK * PITCH_B);
        WITH_A(stage_a(next_a, tile_a));
        WITH_B(stage_b(next_b, tile_b));
        if (STAGED) barrier(CLK_LOCAL_MEM_FENCE);
        if (PREFETCH && k0 + K_STEP < K) {
            WITH_A(load_a(next_a, A, lda, m0, k0 + K_STEP, M, K));
            WITH_B(load_b(next_b, B, ldb, n0, k0 + K_STEP, N, K));
        }

        // Where both k-tiles are staged, elements past K are 0 and may be multiplied.
        const int depth = LA && LB ? BK : min(K_STEP, K - k0);
#pragma unroll KU
        for (int k = 0; k < depth; k++) {
            ACC a[TM];
#if LA
            local_a(a, tile_a + k * PITCH_A);
#else
            direct_a(a, A + (size_t)(k0 + k) * (TA ? lda : 1), starts);
#endif
#pragma unroll
            for (int j = 0; j < TN / VN; j++) {
#if LB
                const columns b = *(const __local columns *)(tile_b + k * PITCH_B + column(j));
#else
                const int n = n0 + column(j);
                const columns b = direct_b(B, ldb, k0 + k, n, N - n);
#endif
#pragma unroll
                for (int i = 0; i < TM; i++) c[i][j] += a[i] * b;
            }
        }
        if (BUFFERS == 2) buffer ^= 1;
        else if (STAGED) barrier(CLK_LOCAL_MEM_FENCE);
    }

#pragma unroll
    for (int i = 0; i < TM; i++) {
        const int m = m0 + row(i);
        if (m >= M) continue;
#pragma unroll
        for (int j = 0; j < TN / VN; j++) {
            const int n = n0 + column(j);
            store_epilogue(C + (size_t)m * ldc + n, alpha * c[i][j], beta, N - n);
        }
    }
}
