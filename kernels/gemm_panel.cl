// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C, all row major, where op transposes when TA or TB says so.
//
// For CPUs: a work-group is one work-item, so no barrier and no loop over work-items is left. It
// copies a panel of B, DEPTH x TN, side by side into local memory, which is its cache, and uses it
// for TILES tiles of C below one another; each tile is TM x TN elements in vector registers. Then it
// does so with the next of its PANELS panels, and finds its rows of A in the cache.
//
//                        N
//                 +----[TN]------+              The panel is read straight through, once per tile,
//           DEPTH |    |##|   B  |              while an element of A is a scalar that multiplies
//         DEPTH   +----+--+------+              whole vectors. Where K is deeper than a panel, C
//       +-----+   +----+--+------+              holds the sum of the panels so far.
//    TM |-----|   |    |==|      |
//    TM |-----|   |    |==|   C  |
//       |  A  |   |    |==|      |
//       +-----+   +--------------+
//
// With PACK_A or PACK_B other kernels have put the elements that a tile needs of A, or a panel of B,
// side by side before, so that large strides between rows do not wear out caches. With AHEAD what
// lies side by side is fetched so many steps before its use: a cache does not look past a page.
//
// Nothing outside of the matrices is read or written, for any M, N and K; with beta = 0 C is not read.

#ifndef TA
#define TA 0  // 1: op(A) is the transpose of A, which is then stored K x M
#endif
#ifndef TB
#define TB 0  // 1: op(B) is the transpose of B, which is then stored N x K
#endif
#ifndef REAL
#define REAL float  // what the matrices hold; F64 is defined for double
#endif

#ifndef TM
#define TM 4  // rows of a tile
#endif
#ifndef TN
#define TN 16  // columns of a tile, and of a panel
#endif
#ifndef VN
#define VN 4  // vector width along the columns
#endif
#ifndef DEPTH
#define DEPTH 256  // of a panel, along K
#endif
#ifndef TILES
#define TILES 8  // tiles that use the same panel
#endif
#ifndef PANELS
#define PANELS 1  // panels of a work-group
#endif
#ifndef PACK_A
#define PACK_A 0  // 1: A is read as `pack_a` has left it
#endif
#ifndef PACK_B
#define PACK_B 0  // 1: B is read as `pack_b` has left it
#endif
#ifndef KU
#define KU 1  // how far the loop along K is unrolled
#endif
#ifndef AHEAD
#define AHEAD 0  // steps along K that A and the panel are fetched before their use; 0: not at all
#endif

#if VN < 2 || TN % VN != 0
#error "TN must be whole vectors of VN, and VN at least 2"
#endif

#ifdef F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define VECTORS (TN / VN)

#include "parts/vectors.cl"

typedef JOIN(REAL, VN) vector;

// Into the cache: CPUs have an instruction for it, OpenCL C's prefetch() need not do anything. What is
// built to be looked at, not to be fast, goes without.
#if defined(__OPTIMIZE__) && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define FETCH(from) __builtin_prefetch(from)
#endif
#endif
#ifndef FETCH
#define FETCH(from)
#endif

// VN neighbors, of which `left` are inside; 0 for the others.
static inline vector load(const __global REAL *from, const int left) {
    if (left >= VN) return VLOAD(VN, 0, from);
    REAL part[VN];
    for (int e = 0; e < VN; e++) part[e] = e < left ? from[e] : 0;
    return VLOAD(VN, 0, part);
}

static inline void store(const vector value, __global REAL *to, const int left) {
    if (left >= VN) {
        VSTORE(VN, value, to);
        return;
    }
    REAL part[VN];
    VSTORE(VN, value, part);
    for (int e = 0; e < VN; e++)
        if (e < left) to[e] = part[e];
}

// C = alpha * c + beta * C for one tile, of which `rows` and `columns` are inside.
static inline void add_tile(vector c[TM][VECTORS], const REAL alpha, const REAL beta,
                            __global REAL *C, const int ldc, const int rows, const int columns) {
    if (rows >= TM && columns >= TN) {
#pragma unroll
        for (int i = 0; i < TM; i++)
#pragma unroll
            for (int j = 0; j < VECTORS; j++) {
                __global REAL *to = C + (size_t)i * ldc + j * VN;
                vector value = alpha * c[i][j];
                if (beta != 0) value += beta * VLOAD(VN, 0, to);
                VSTORE(VN, value, to);
            }
        return;
    }
    for (int i = 0; i < TM && i < rows; i++)
        for (int j = 0; j < VECTORS; j++) {
            const int left = columns - j * VN;
            __global REAL *to = C + (size_t)i * ldc + j * VN;
            vector value = alpha * c[i][j];
            if (beta != 0) value += beta * load(to, left);
            store(value, to, left);
        }
}

// Copies `depth` rows of op(B) from (k0, n0) on, of which `left` columns are inside.
static inline void copy_panel(__local REAL *panel, const __global REAL *B, const int ldb,
                              const int k0, const int n0, const int depth, const int left) {
#if TB
    for (int n = 0; n < TN; n++)
        for (int k = 0; k < depth; k++)
            panel[k * TN + n] = n < left ? B[(size_t)(n0 + n) * ldb + k0 + k] : 0;
#else
    for (int k = 0; k < depth; k++)
        for (int n = 0; n < TN; n += VN)
            VSTORE(VN, load(B + (size_t)(k0 + k) * ldb + n0 + n, left - n), panel + k * TN + n);
#endif
}

// Of a tile of A so many neighbors along K, TM for each k; rows past the end are 0.
#define PIECE 256
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pack_a(const int M, const int K, const __global REAL *restrict A, const int lda,
          __global REAL *restrict packed) {
    const int m0 = get_group_id(0) * TM;
    const int first = get_group_id(1) * PIECE;
    const int last = min(K, first + PIECE);
    __global REAL *to = packed + (size_t)m0 * K;
    for (int k = first; k < last; k++)
#pragma unroll
        for (int i = 0; i < TM; i++) {
            const size_t m = min(m0 + i, M - 1);
            to[(size_t)k * TM + i] = m0 + i < M ? A[TA ? k * (size_t)lda + m : m * lda + k] : 0;
        }
}

// The same of a panel of B, TN for each k.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pack_b(const int N, const int K, const __global REAL *restrict B, const int ldb,
            __global REAL *restrict packed) {
    const int n0 = get_group_id(0) * TN;
    const int first = get_group_id(1) * PIECE;
    const int last = min(K, first + PIECE);
    __global REAL *to = packed + (size_t)n0 * K;
    for (int k = first; k < last; k++)
        for (int n = 0; n < TN; n += VN) {
#if TB
            for (int e = n; e < n + VN; e++)
                to[(size_t)k * TN + e] = n0 + e < N ? B[(size_t)(n0 + e) * ldb + k] : 0;
#else
            VSTORE(VN, load(B + (size_t)k * ldb + n0 + n, N - n0 - n), to + (size_t)k * TN + n);
#endif
        }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm(const int M, const int N, const int K, const REAL alpha,
          const __global REAL *restrict A, const int lda,
          const __global REAL *restrict B, const int ldb, const REAL beta,
          __global REAL *restrict C, const int ldc, const __global REAL *restrict packed_a,
          const __global REAL *restrict packed_b) {
#if !PACK_B
    __local vector panel[DEPTH * VECTORS];
#endif
    const int first = get_group_id(1) * (TILES * TM);
    const int last = min(M, first + TILES * TM);
    const int panels = (K + DEPTH - 1) / DEPTH * PANELS;

    for (int p = 0; p < panels; p++) {
        const int k0 = p / PANELS * DEPTH;
        const int n0 = (get_group_id(0) * PANELS + p % PANELS) * TN;
        if (n0 >= N) continue;
        const int depth = min(DEPTH, K - k0);
#if PACK_B
        const __global vector *panel =
            (const __global vector *)(packed_b + (size_t)n0 * K + (size_t)k0 * TN);
#else
        copy_panel((__local REAL *)panel, B, ldb, k0, n0, depth, N - n0);
#endif

        for (int m0 = first; m0 < last; m0 += TM) {
            // Rows past the end are read as the last row, and not stored.
            const __global REAL *rows[TM];
#pragma unroll
            for (int i = 0; i < TM; i++) {
                const size_t m = min(m0 + i, M - 1);
                rows[i] = PACK_A ? packed_a + (size_t)m0 * K + k0 * TM + i
                                 : A + (TA ? (size_t)k0 * lda + m : m * lda + k0);
            }

            vector c[TM][VECTORS];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < VECTORS; j++) {
                    c[i][j] = 0;
                    FETCH(C + (size_t)min(m0 + i, M - 1) * ldc + n0 + j * VN);
                }

#pragma unroll KU
            for (int k = 0; k < depth; k++) {
                vector b[VECTORS];
                if (AHEAD && PACK_A) FETCH(rows[0] + (k + AHEAD) * TM);
#pragma unroll
                for (int j = 0; j < VECTORS; j++) {
                    if (AHEAD) FETCH(panel + (k + AHEAD) * VECTORS + j);
                    b[j] = panel[k * VECTORS + j];
                }
#pragma unroll
                for (int i = 0; i < TM; i++) {
                    const REAL a = rows[i][PACK_A ? k * TM : TA ? (size_t)k * lda : k];
#pragma unroll
                    for (int j = 0; j < VECTORS; j++) c[i][j] += a * b[j];
                }
            }

            add_tile(c, alpha, k0 == 0 ? beta : 1, C + (size_t)m0 * ldc + n0, ldc, M - m0, N - n0);
        }
    }
}
