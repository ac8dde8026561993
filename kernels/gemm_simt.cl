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
// read. What is stored across K, and C, is aligned to COPY bytes, and so are their rows.
//
// Requires compute capability 8.0.

#ifndef TA
#define TA 0  // 1: op(A) is the transpose of A, which is then stored K x M
#endif
#ifndef TB
#define TB 0  // 1: op(B) is the transpose of B, which is then stored N x K
#endif
#ifndef REAL
#define REAL float  // or double: F64 is then defined
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
#define COPY 4  // bytes that are copied at once of what is stored across K
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

#ifdef F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SIZE 8
#define SPAN 2  // elements of 16 bytes
typedef double2 span;
#else
#define SIZE 4
#define SPAN 4
typedef float4 span;
#endif
typedef const __global REAL *matrix;

#define ITEMS (WARPS_M * WARPS_N * 32)
#define LANES_N (32 / LANES_M)
#define WM (LANES_M * TM)
#define WN (LANES_N * TN)
#define BM (WARPS_M * WM)
#define BN (WARPS_N * WN)
#define ALONG_A (!TA)  // 1: K runs along the stored rows
#define ALONG_B TB
#define EACH_A (ALONG_A ? 1 : COPY / SIZE)  // elements of a copy
#define EACH_B (ALONG_B ? 1 : COPY / SIZE)
#define PITCH_A (BM + SPAN)
#define PITCH_B (BN + SPAN)
#define BYTES_A (BK * PITCH_A * SIZE)
#define BYTES_B (BK * PITCH_B * SIZE)
#define BYTES_STAGE (BYTES_A + BYTES_B)

#if TM % SPAN != 0 || TN % SPAN != 0
#error "a work-item's rows and columns must be whole reads of 16 bytes"
#endif
#if BK % 2 != 0 || COPY < SIZE
#error "BK must be even, and copies whole elements"
#endif
#if ITEMS % ((ALONG_A ? BK : BM) / EACH_A) != 0 || ITEMS % ((ALONG_B ? BK : BN) / EACH_B) != 0
#error "the work-group must copy whole rows at once"
#endif
#if BM * BK % (EACH_A * ITEMS) != 0 || BN * BK % (EACH_B * ITEMS) != 0
#error "each work-item must copy as much as any other"
#endif

// What is copied runs ahead in groups: those that are not among the last STAGES - 2 have arrived.
#define WAIT_(pending) __asm__ volatile("cp.async.wait_group " #pending ";" ::: "memory")
#define WAIT(pending) WAIT_(pending)
#define COMMIT __asm__ volatile("cp.async.commit_group;" ::: "memory")
#if STAGES == 2
#define PENDING 0
#elif STAGES == 3
#define PENDING 1
#elif STAGES == 4
#define PENDING 2
#else
#define PENDING 3
#endif

// `bytes` from global to local memory, of which those past the first `inside` become 0.
static inline void copy(const uint to, matrix from, const int inside, const int bytes) {
    if (bytes == 16)
        __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
                         "r"(inside)
                         : "memory");
    else if (bytes == 8)
        __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from),
                         "r"(inside)
                         : "memory");
    else
        __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from),
                         "r"(inside)
                         : "memory");
}

// This work-item's share of a stored matrix' tiles: one copy in each of some rows that lie evenly
// apart. It goes forward from step to step.
typedef struct {
    matrix next;  // what is copied first of the next tile
    size_t apart;
    int rows;  // that are inside of the matrix, from there on
    int left;  // neighbors in a row that are
    uint to;   // where that lies in local memory
} share;

static inline share share_of(matrix from, const int ld, const int y, const int x, const int height,
                             const int width, const int along, const int across, const int each,
                             const int pitch, const uint to) {
    const int r = get_local_id(0) / (across / each);
    const int c = get_local_id(0) % (across / each) * each;
    share s;
    s.next = from + (size_t)(y + r) * ld + x + c;
    s.apart = (size_t)(ITEMS / (across / each)) * ld;
    s.rows = height - y - r;
    s.left = width - x - c;
    s.to = to + (along ? c * pitch + r : r * pitch + c) * SIZE;
    return s;
}

static inline void copy_share(share *s, const uint stage, const int ld, const int along,
                              const int rows, const int across, const int each, const int pitch) {
    const int apart = ITEMS / (across / each);
    const int inside = min(max(s->left, 0), each) * SIZE;
    matrix from = s->next;
#pragma unroll
    for (int q = 0; q < rows / apart; q++) {
        copy(s->to + stage + q * apart * (along ? 1 : pitch) * SIZE, from,
             q * apart < s->rows ? inside : 0, each * SIZE);
        from += s->apart;
    }
    s->next += along ? BK : (size_t)BK * ld;
    if (along) s->left -= BK;
    else s->rows -= BK;
}

static inline void copy_both(share *a, share *b, const uint stage, const int lda, const int ldb) {
    copy_share(a, stage, lda, ALONG_A, ALONG_A ? BM : BK, ALONG_A ? BK : BM, EACH_A, PITCH_A);
    copy_share(b, stage, ldb, ALONG_B, ALONG_B ? BN : BK, ALONG_B ? BK : BN, EACH_B, PITCH_B);
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
    REAL a[TM];
    REAL b[TN];
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

static inline REAL finished(const REAL product, const REAL alpha, const REAL beta,
                            const __global REAL *before) {
    return beta != 0 ? alpha * product + beta * *before : alpha * product;
}

// SPAN neighbors, of which `left` are inside.
static inline void store(__global REAL *c, const REAL *sums, const REAL alpha, const REAL beta,
                         const int left) {
    span values;
    REAL *each = (REAL *)&values;
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

// The first row and column of this work-group's tile: strips of STRIP tile rows, column by column.
static inline int2 place_of_tile(const int M, const int N) {
    const int across = (N + BN - 1) / BN;
    const int down = (M + BM - 1) / BM;
    const int group = get_group_id(0);
    const int strip = group / (STRIP * across);
    const int height = min(STRIP, down - strip * STRIP);
    const int place = group - strip * STRIP * across;
    return (int2)((strip * STRIP + place % height) * BM, place / height * BN);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemm(const int M, const int N, const int K, const REAL alpha, const __global REAL *restrict A,
          const int lda, const __global REAL *restrict B, const int ldb, const REAL beta,
          __global REAL *restrict C, const int ldc, __global REAL *restrict partial) {
    __local span ring[STAGES * BYTES_STAGE / 16];
    __local char *stages = (__local char *)ring;
    const uint to = (uint)(ulong)stages;
    const int2 place = place_of_tile(M, N);
    const int m0 = place.x;
    const int n0 = place.y;
    const int slice = get_group_id(1);
    const int length = ((K + BK - 1) / BK + SPLIT - 1) / SPLIT * BK;
    const int begin = slice * length;
    const int end = min(K, begin + length);
    const int steps = max(0, (end - begin + BK - 1) / BK);

    share a = ALONG_A
                  ? share_of(A, lda, m0, begin, M, end, 1, BK, EACH_A, PITCH_A, to)
                  : share_of(A, lda, begin, m0, end, M, 0, BM, EACH_A, PITCH_A, to);
    share b = ALONG_B
                  ? share_of(B, ldb, n0, begin, N, end, 1, BK, EACH_B, PITCH_B, to + BYTES_A)
                  : share_of(B, ldb, begin, n0, end, N, 0, BN, EACH_B, PITCH_B, to + BYTES_A);
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < steps) copy_both(&a, &b, s * BYTES_STAGE, lda, ldb);
        COMMIT;
    }

    const int warp = get_local_id(0) / 32;
    const int2 lane = place_of_lane();
    const int wm = warp / WARPS_N * WM + lane.x * SPAN;
    const int wn = warp % WARPS_N * WN + lane.y * SPAN;
    const __local char *from_a = stages + wm * SIZE;
    const __local char *from_b = stages + BYTES_A + wn * SIZE;
    REAL c[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) c[i][j] = 0;

    WAIT(PENDING);
    barrier(CLK_LOCAL_MEM_FENCE);
    factors f[2];
    read_factors(&f[0], from_a, from_b, 0);
    uint reading = 0;
    uint writing = (STAGES - 1) * BYTES_STAGE;
    for (int step = 0; step < steps; step++) {
#pragma unroll
        for (int depth = 0; depth < BK; depth++) {
            if (depth == BK - 1) {
                WAIT(PENDING);
                barrier(CLK_LOCAL_MEM_FENCE);
                reading = reading == (STAGES - 1) * BYTES_STAGE ? 0 : reading + BYTES_STAGE;
            }
            read_factors(&f[(depth + 1) % 2], from_a + reading, from_b + reading, (depth + 1) % BK);
            if (depth == 0) {
                if (step + STAGES - 1 < steps) copy_both(&a, &b, writing, lda, ldb);
                COMMIT;
                writing = writing == (STAGES - 1) * BYTES_STAGE ? 0 : writing + BYTES_STAGE;
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
            __global REAL *into = partial + ((size_t)slice * M + m) * N + n;
#pragma unroll
            for (int e = 0; e < SPAN; e++)
                if (n + e < N) into[e] = c[i][j + e];
#else
            store(C + (size_t)m * ldc + n, c[i] + j, alpha, beta, N - n);
#endif
        }
    }
}

// C from the slices' products, one element each work-item.
__kernel void gather(const int M, const int N, const REAL alpha, const REAL beta,
                     __global REAL *restrict C, const int ldc,
                     const __global REAL *restrict partial) {
    const size_t count = (size_t)M * N;
    const size_t i = get_global_id(0);
    if (i >= count) return;
    REAL sum = 0;
#pragma unroll
    for (int s = 0; s < SPLIT; s++) sum += partial[s * count + i];
    __global REAL *c = C + i / N * ldc + i % N;
    *c = finished(sum, alpha, beta, c);
}
