// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C, all row major, where op transposes when TA or TB says so.
//
// Each work-group computes one tile of C and walks along K in steps of BK; each of its WGM x WGN
// work-items keeps TM x TN elements of that tile in registers.
//
//                        N                       BM = WGM * TM rows of C per work-group
//                 +----[BN]------+               BN = WGN * TN columns
//              BK |    |  |      |
//                 |    |  |   B  |               With LA or LB the step's piece of A or B is first
//          BK     +----+--+------+               brought to local memory, by depth: [BK][BM + PADA]
//       +-----+   +----+--+------+               and [BK][BN + PADB], so that both are read along
//  [BM] |-----|   |----|##|      |               their rows. Without, each work-item reads its own
//       |  A  |   |    +--+   C  |               from global memory. A work-group of one work-item
//     M |     | M |              |               with wide vectors is the shape for a CPU.
//       +-----+   +--------------+
//
// Nothing outside of the matrices is read or written, for any M, N and K; with beta = 0 C is not read.
// Where ALIGNED is 1, A, B, C and their leading dimensions must be aligned to the vectors used.

#ifndef TA
#define TA 0  // 1: op(A) is the transpose of A, which is then stored K x M
#endif
#ifndef TB
#define TB 0  // 1: op(B) is the transpose of B, which is then stored N x K
#endif
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
#define BK 16  // depth of a step along K
#endif
#ifndef KU
#define KU 1  // how far the loop over a step's depth is unrolled
#endif
#ifndef VL
#define VL 1  // vector width of loads on the way to local memory
#endif
#ifndef VM
#define VM 1  // vector width of reads of A from local memory, along the rows of C
#endif
#ifndef VN
#define VN 1  // vector width along the columns of C: accumulators, reads of B, stores of C
#endif
#ifndef LA
#define LA 1  // 1: A goes through local memory
#endif
#ifndef LB
#define LB 1  // 1: B goes through local memory
#endif
#ifndef PADA
#define PADA 0  // elements added to each row of A in local memory, against bank conflicts
#endif
#ifndef PADB
#define PADB 0  // the same for B
#endif
#ifndef SPREAD
#define SPREAD 0  // 1: the vectors of a work-item lie a work-group apart; 0: side by side
#endif
#ifndef PREFETCH
#define PREFETCH 0  // 1: the next step's loads are under way while this one is multiplied
#endif
#ifndef BUFFERS
#define BUFFERS 1  // 2: two sets of local memory in turn, and one barrier per step instead of two
#endif
#ifndef STRIP
#define STRIP 0  // tiles are taken in strips of this many tile columns, downwards; 0: row by row
#endif
#ifndef ALIGNED
#define ALIGNED 0  // 1: vectors in global memory are aligned to their size
#endif

#define ITEMS (WGM * WGN)
#define BM (WGM * TM)
#define BN (WGN * TN)
#define STAGED (LA || LB)
#define STEP (STAGED ? BK : K)
#define ROW_A (BM + PADA)  // of A in local memory
#define ROW_B (BN + PADB)
#define ALIGNMENT 32  // of local memory: the widest vector there, half being computed as float
#define COUNT_A (BM * BK / VL / ITEMS)  // vectors that a work-item brings to local memory per step
#define COUNT_B (BN * BK / VL / ITEMS)

#if TM % VM != 0 || TN % VN != 0
#error "TM must be whole vectors of VM, and TN of VN"
#endif
#if LA && ((TA ? BM : BK) % VL != 0 || BM * BK % (VL * ITEMS) != 0)
#error "A's piece must be the same number of whole vectors of VL for each work-item"
#endif
#if LB && ((TB ? BK : BN) % VL != 0 || BN * BK % (VL * ITEMS) != 0)
#error "B's piece must be the same number of whole vectors of VL for each work-item"
#endif
#if LA && ROW_A % (TA && VL > VM ? VL : VM) != 0 || LB && ROW_B % (!TB && VL > VN ? VL : VN) != 0
#error "padded rows must be whole vectors"
#endif

#include "parts/elements.cl"
#include "parts/pieces.cl"

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
    if (TA) load_piece(into, A, lda, k0, m0, K, M, BM, COUNT_A);
    else load_piece(into, A, lda, m0, k0, M, K, BK, COUNT_A);
}

static inline void load_b(loaded *into, matrix B, const int ldb, const int n0, const int k0, const int N,
                   const int K) {
    if (TB) load_piece(into, B, ldb, n0, k0, N, K, BK, COUNT_B);
    else load_piece(into, B, ldb, k0, n0, K, N, BN, COUNT_B);
}

static inline void put_a(const loaded *from, __local ACC *into) {
    put_piece(from, into, TA ? ROW_A : 1, TA ? 1 : ROW_A, TA ? BM : BK, COUNT_A);
}

static inline void put_b(const loaded *from, __local ACC *into) {
    put_piece(from, into, TB ? 1 : ROW_B, TB ? ROW_B : 1, TB ? BK : BN, COUNT_B);
}

// Where this work-item's i-th row and j-th vector of columns lie in the work-group's tile.
static inline int row(const int i) {
    const int y = get_local_id(0) / WGN;
    return SPREAD ? (i / VM * WGM + y) * VM + i % VM : y * TM + i;
}

static inline int column(const int j) {
    const int x = get_local_id(0) % WGN;
    return SPREAD ? (j * WGN + x) * VN : x * TN + j * VN;
}

// VN columns of op(B) straight from global memory, of which `left` are inside.
static inline columns direct_b(matrix B, const int ldb, const int k, const int n, const int left) {
    if (!TB && left >= VN) return LOAD(VN, B + (size_t)k * ldb + n);
    ACC part[VN];
#pragma unroll
    for (int e = 0; e < VN; e++)
        part[e] = e >= left ? 0 : LOAD(1, TB ? B + (size_t)(n + e) * ldb + k : B + (size_t)k * ldb + n + e);
    return VLOAD(VN, 0, part);
}

// The next element of each of this work-item's rows: straight from A, or from local memory.
static inline void direct_a(ACC *a, matrix A, const size_t *starts) {
#pragma unroll
    for (int i = 0; i < TM; i++) a[i] = LOAD(1, A + starts[i]);
}

static inline void local_a(ACC *a, const __local ACC *tile) {
#pragma unroll
    for (int i = 0; i < TM; i += VM) VSTORE(VM, *(const __local rows *)(tile + row(i)), a + i);
}

// Writes what is inside of VN columns of C, of which `left` are.
static inline void store_c(__global REAL *c, columns value, const ACC beta, const int left) {
    if (left >= VN) {
        if (beta != 0) value += beta * LOAD(VN, c);
        STORE(VN, value, c);
        return;
    }
    ACC part[VN];
    VSTORE(VN, value, part);
#pragma unroll
    for (int e = 0; e < VN; e++)
        if (e < left) STORE(1, beta != 0 ? part[e] + beta * LOAD(1, c + e) : part[e], c + e);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm(const int M, const int N, const int K, const ACC alpha,
          const __global REAL *restrict A, const int lda,
          const __global REAL *restrict B, const int ldb, const ACC beta,
          __global REAL *restrict C, const int ldc) {
    const int across = (N + BN - 1) / BN;
    const int down = (M + BM - 1) / BM;
    const int group = get_group_id(0);
#if STRIP
    const int strip = group / (STRIP * down);
    const int width = min(STRIP, across - strip * STRIP);
    const int place = group - strip * STRIP * down;
    const int m0 = place / width * BM;
    const int n0 = (strip * STRIP + place % width) * BN;
#else
    const int m0 = group / across * BM;
    const int n0 = group % across * BN;
#endif

#if LA
    __local ACC tiles_a[BUFFERS * BK * ROW_A] __attribute__((aligned(ALIGNMENT)));
    loaded next_a[COUNT_A];
#else
    // Rows past the end are read as the last row, and not stored.
    size_t starts[TM];
#pragma unroll
    for (int i = 0; i < TM; i++) starts[i] = (size_t)min(m0 + row(i), M - 1) * (TA ? 1 : lda);
#endif
#if LB
    __local ACC tiles_b[BUFFERS * BK * ROW_B] __attribute__((aligned(ALIGNMENT)));
    loaded next_b[COUNT_B];
#endif
    columns c[TM][TN / VN];
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN / VN; j++) c[i][j] = 0;

    int buffer = 0;
    if (PREFETCH) {
        WITH_A(load_a(next_a, A, lda, m0, 0, M, K));
        WITH_B(load_b(next_b, B, ldb, n0, 0, N, K));
    }
    for (int k0 = 0; k0 < K; k0 += STEP) {
        if (!PREFETCH) {
            WITH_A(load_a(next_a, A, lda, m0, k0, M, K));
            WITH_B(load_b(next_b, B, ldb, n0, k0, N, K));
        }
        WITH_A(__local ACC *tile_a = tiles_a + buffer * BK * ROW_A);
        WITH_B(__local ACC *tile_b = tiles_b + buffer * BK * ROW_B);
        WITH_A(put_a(next_a, tile_a));
        WITH_B(put_b(next_b, tile_b));
        if (STAGED) barrier(CLK_LOCAL_MEM_FENCE);
        if (PREFETCH && k0 + STEP < K) {
            WITH_A(load_a(next_a, A, lda, m0, k0 + STEP, M, K));
            WITH_B(load_b(next_b, B, ldb, n0, k0 + STEP, N, K));
        }

        // Where both pieces are staged, what lies past K is 0 and may be multiplied.
        const int depth = LA && LB ? BK : min(STEP, K - k0);
#pragma unroll KU
        for (int k = 0; k < depth; k++) {
            ACC a[TM];
#if LA
            local_a(a, tile_a + k * ROW_A);
#else
            direct_a(a, A + (size_t)(k0 + k) * (TA ? lda : 1), starts);
#endif
#pragma unroll
            for (int j = 0; j < TN / VN; j++) {
#if LB
                const columns b = *(const __local columns *)(tile_b + k * ROW_B + column(j));
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
            store_c(C + (size_t)m * ldc + n, alpha * c[i][j], beta, N - n);
        }
    }
}
