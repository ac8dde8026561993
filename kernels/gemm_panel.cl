// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C for CPUs, in the manner of GotoBLAS and BLIS: packed panels and a
// register-blocked micro-kernel.
//
// A work-group is one work-item, so there are no barriers and no loop over work-items. It packs a panel of
// B, `depth` x TN, into local memory, which is the CPU's cache, and multiplies it by up to TILES tiles of A,
// one below the other. A tile of C is TM x TN elements in vector registers. It does so for each of the PANELS
// panels of its block, and finds its rows of A in the cache again.
//
//                        N
//                 +----[TN]------+              The panel is read sequentially, once per tile. An
//           depth |    |##|   B  |              element of A is a scalar that multiplies whole vectors
//         depth   +----+--+------+              of B. Where K is deeper than a panel, C holds the sum
//       +-----+   +----+--+------+              of the panels so far.
//    TM |-----|   |    |==|      |
//    TM |-----|   |    |==|   C  |
//       |  A  |   |    |==|      |
//       +-----+   +--------------+
//
// The tile scheduler is dynamic: work-groups take blocks from a counter until none is left, and those that
// start later find nothing to do. The driver may hand a sixteenth of all work-groups to one of 16 cores at
// once; if another program slowed that core down, all others would wait for it.
//
// With PACK_A or PACK_B separate kernels pack A or B beforehand, so that large strides between rows do not
// cause cache and TLB misses. With AHEAD packed elements are prefetched that many steps along K before
// their use, since hardware prefetchers stop at page boundaries.
//
// Parameters and conventions: parts/common/gemm_parameters.cl.

#include "parts/common/gemm_parameters.cl"

#ifndef REAL
#define REAL float  // what the matrices hold; F64 is defined for double
#endif

#ifndef TM
#define TM 6  // rows of a tile
#endif
#ifndef TN
#define TN 16  // columns of a tile and of a panel
#endif
#ifndef VN
#define VN 8  // vector width along the columns
#endif
#ifndef DEPTH
#define DEPTH 256  // depth of a panel along K: the argument `depth`
#endif
#ifndef TILES
#define TILES 8  // tiles that share a panel, at most; the host launches a work-group for each block
#endif
#ifndef PANELS
#define PANELS 1  // panels of a block, at most
#endif
#ifndef PACK_A
#define PACK_A 0  // 1: A was packed by the kernel pack_a
#endif
#ifndef PACK_B
#define PACK_B 0  // 1: B was packed by the kernel pack_b
#endif
#ifndef KU
#define KU 1  // unroll factor of the loop along K
#endif
#ifndef AHEAD
#define AHEAD 0  // prefetch distance in steps along K; 0: no prefetch
#endif

// Rows of a transposed A are prefetched where A is not packed, since no hardware prefetcher goes from one row to
// the next. In an unrolled loop the addresses would take the registers that hold C. Floats, of which a cache line
// holds twice as many, do not gain by it.
#ifdef F64
#define PREFETCH_ROWS (TA && !PACK_A && KU == 1)
#else
#define PREFETCH_ROWS 0
#endif

#if VN < 2 || TN % VN != 0
#error "TN must be whole vectors of VN, and VN at least 2"
#endif

#ifdef F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define VECTORS (TN / VN)

#include "parts/common/vector_width.cl"

typedef JOIN(REAL, VN) vector;
// One that may begin at any element. PoCL takes a fifth longer to compile vloadn and vstoren.
typedef vector unaligned_vector __attribute__((aligned(sizeof(REAL))));

// Prefetch into the cache by the CPU's instruction; OpenCL C's prefetch() need not do anything. Programs
// built without optimization, for checkers, go without.
#if defined(__OPTIMIZE__) && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define PREFETCH(from) __builtin_prefetch(from)
#endif
#endif
#ifndef PREFETCH
#define PREFETCH(from)
#endif

static inline vector load_vector(const __global REAL *from) {
    return *(const __global unaligned_vector *)from;
}

static inline void store_vector(const vector value, __global REAL *to) {
    *(__global unaligned_vector *)to = value;
}

// Loads VN neighbors, of which `inside` are in the matrix; the others are 0.
static inline vector load_part(const __global REAL *from, const int inside) {
    if (inside >= VN) return load_vector(from);
    vector part = 0;
    for (int e = 0; e < VN; e++)
        if (e < inside) ((REAL *)&part)[e] = from[e];
    return part;
}

static inline void store_part(const vector value, __global REAL *to, const int inside) {
    if (inside >= VN) {
        store_vector(value, to);
        return;
    }
    for (int e = 0; e < VN; e++)
        if (e < inside) to[e] = ((const REAL *)&value)[e];
}

// C = alpha * c, and + beta * C, for a tile that lies in the matrix. A branch for each vector would be slower
// to compile.
static inline void store_whole_tile(vector c[TM][VECTORS], const REAL alpha, const REAL beta,
                                    __global REAL *C, const int ldc) {
    if (beta != 0) {
#pragma unroll
        for (int i = 0; i < TM; i++)
#pragma unroll
            for (int j = 0; j < VECTORS; j++) {
                __global REAL *to = C + (size_t)i * ldc + j * VN;
                store_vector(alpha * c[i][j] + beta * load_vector(to), to);
            }
        return;
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < VECTORS; j++) store_vector(alpha * c[i][j], C + (size_t)i * ldc + j * VN);
}

// The epilogue: C = alpha * c + beta * C for one tile, of which `rows` and `columns` are in the matrix.
static inline void store_tile(vector c[TM][VECTORS], const REAL alpha, const REAL beta, __global REAL *C,
                              const int ldc, const int rows, const int columns) {
    if (rows >= TM && columns >= TN) {
        store_whole_tile(c, alpha, beta, C, ldc);
        return;
    }
    for (int i = 0; i < TM && i < rows; i++)
        for (int j = 0; j < VECTORS; j++) {
            const int inside = columns - j * VN;
            __global REAL *to = C + (size_t)i * ldc + j * VN;
            vector value = alpha * c[i][j];
            if (beta != 0) value += beta * load_part(to, inside);
            store_part(value, to, inside);
        }
}

// Packs `depth` rows of op(B) from (k0, n0) on, of which `inside` columns are in the matrix.
static inline void pack_panel(__local vector *panel, const __global REAL *B, const int ldb, const int k0,
                              const int n0, const int depth, const int inside) {
#if TB
    for (int n = 0; n < TN; n++)
        for (int k = 0; k < depth; k++)
            ((__local REAL *)panel)[k * TN + n] = n < inside ? B[(size_t)(n0 + n) * ldb + k0 + k] : 0;
#else
    for (int k = 0; k < depth; k++)
        for (int j = 0; j < VECTORS; j++)
            panel[k * VECTORS + j] =
                load_part(B + (size_t)(k0 + k) * ldb + n0 + j * VN, inside - j * VN);
#endif
}

#define PACK_DEPTH 256  // steps along K that a work-item of a packing kernel packs

#if PACK_A
// Packs A: for each tile TM elements for each k; rows past the end are the last row.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pack_a(const int M, const int K, const __global REAL *restrict A, const int lda,
            __global REAL *restrict packed) {
    const int m0 = get_group_id(0) * TM;
    const int first = get_group_id(1) * PACK_DEPTH;
    const int last = min(K, first + PACK_DEPTH);
    __global REAL *to = packed + (size_t)m0 * K;
    const __global REAL *rows[TM];
#pragma unroll
    for (int i = 0; i < TM; i++) rows[i] = A + (size_t)min(m0 + i, M - 1) * (TA ? 1 : lda);
    for (int k = first; k < last; k++)
#pragma unroll
        for (int i = 0; i < TM; i++) to[(size_t)k * TM + i] = rows[i][(size_t)k * (TA ? lda : 1)];
}
#endif

#if PACK_B
// Packs B: for each panel TN elements for each k.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pack_b(const int N, const int K, const __global REAL *restrict B, const int ldb,
            __global REAL *restrict packed) {
    const int n0 = get_group_id(0) * TN;
    const int first = get_group_id(1) * PACK_DEPTH;
    const int last = min(K, first + PACK_DEPTH);
    __global REAL *to = packed + (size_t)n0 * K;
    for (int k = first; k < last; k++)
        for (int n = 0; n < TN; n += VN) {
#if TB
            for (int e = n; e < n + VN; e++)
                to[(size_t)k * TN + e] = n0 + e < N ? B[(size_t)(n0 + e) * ldb + k] : 0;
#else
            *(__global vector *)(to + (size_t)k * TN + n) =
                load_part(B + (size_t)k * ldb + n0 + n, N - n0 - n);
#endif
        }
}
#endif

// How far ahead rows are prefetched: 32 steps. Rows that lie multiples of 1 KiB apart share few sets of the cache,
// and would drive each other out.
static inline size_t prefetch_distance(const int lda) {
    return (size_t)lda * sizeof(REAL) % 1024 == 0 ? 0 : (size_t)lda * 32;
}

// How many of `count` tiles or panels a block has when `blocks` share them as evenly as can be. A last block
// with a few of them would leave cores without work.
static inline int share_of(const int blocks, const int count) {
    return (count + blocks - 1) / blocks;
}

// The next block, or one past the last. Each block and the end of each work-group take one ticket; the last
// ticket sets the counter back to 0 for the next launch.
static inline uint next_block(volatile __global uint *counter, const uint blocks) {
    const uint ticket = atomic_inc(counter);
    if (ticket == 2 * blocks - 1) atomic_xchg(counter, 0);
    return min(ticket, blocks);
}

// C = alpha * op(A) * op(B) + beta * C for the block in row `down` and column `across` of the launched grid.
static inline void multiply_block(const int down, const int across, const int M, const int N, const int K,
                                  const REAL alpha, const __global REAL *restrict A, const int lda,
                                  const __global REAL *restrict B, const int ldb, const REAL beta,
                                  __global REAL *restrict C, const int ldc,
                                  const __global REAL *restrict packed_a,
                                  const __global REAL *restrict packed_b, const int depth,
                                  __local vector *local_panel) {
    const int rows_of_block = share_of(get_num_groups(1), (M + TM - 1) / TM) * TM;
    const int first = down * rows_of_block;
    const int last = min(M, first + rows_of_block);
    const int panels = share_of(get_num_groups(0), (N + TN - 1) / TN);
    const size_t rows_ahead = prefetch_distance(lda);

    for (int p = 0; p < (K + depth - 1) / depth * panels; p++) {
        const int k0 = p / panels * depth;
        const int n0 = (across * panels + p % panels) * TN;
        if (n0 >= N) continue;
        const int k_steps = min(depth, K - k0);
#if PACK_B
        const __global vector *panel = (const __global vector *)(packed_b + (size_t)n0 * K +
                                                                 (size_t)k0 * TN);
#else
        __local vector *panel = local_panel;
        pack_panel(panel, B, ldb, k0, n0, k_steps, N - n0);
#endif

        for (int m0 = first; m0 < last; m0 += TM) {
            // Rows past the end are read as the last row and not stored.
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
                    PREFETCH(C + (size_t)min(m0 + i, M - 1) * ldc + n0 + j * VN);
                }

#pragma unroll KU
            for (int k = 0; k < k_steps; k++) {
                vector b[VECTORS];
                if (AHEAD && PACK_A) PREFETCH(rows[0] + (k + AHEAD) * TM);
                if (PREFETCH_ROWS) {
                    PREFETCH(rows[0] + k * (size_t)lda + rows_ahead);
                    PREFETCH(rows[TM - 1] + k * (size_t)lda + rows_ahead);
                }
#pragma unroll
                for (int j = 0; j < VECTORS; j++) {
                    if (AHEAD) PREFETCH(panel + (k + AHEAD) * VECTORS + j);
                    b[j] = panel[k * VECTORS + j];
                }
#pragma unroll
                for (int i = 0; i < TM; i++) {
                    const REAL a = rows[i][PACK_A ? k * TM : TA ? (size_t)k * lda : k];
#pragma unroll
                    for (int j = 0; j < VECTORS; j++) c[i][j] += a * b[j];
                }
            }

            store_tile(c, alpha, k0 == 0 ? beta : 1, C + (size_t)m0 * ldc + n0, ldc, M - m0, N - n0);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm(const int M, const int N, const int K, const REAL alpha, const __global REAL *restrict A,
          const int lda, const __global REAL *restrict B, const int ldb, const REAL beta,
          __global REAL *restrict C, const int ldc, const __global REAL *restrict packed_a,
          const __global REAL *restrict packed_b, const int depth, __local vector *local_panel,
          volatile __global uint *counter) {
    const uint across = get_num_groups(0);
    const uint blocks = across * get_num_groups(1);  // as many as there are work-groups
    for (uint block = next_block(counter, blocks); block < blocks; block = next_block(counter, blocks))
        multiply_block(block / across, block % across, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc, packed_a,
                       packed_b, depth, local_panel);
}
