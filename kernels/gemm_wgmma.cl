// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C on Hopper's matrix units, which four warps ask together
// (wgmma), for half and bfloat16 summed in float. All row major; op transposes when TA or TB says so.
//
// Each work-group computes a tile of BM x BN elements of C; each of its GROUPS groups of four warps
// has 64 rows of it, and all of its columns:
//
//        N                        A ring of STAGES steps of BK = 64 along K lies in local memory,
//      +----[BN]------+           from where the matrix units read both matrices by themselves. One
//   BK |    |  |      |           step is multiplied while the one before it comes to its end and the
//      |    |  |   B  |           copies of STAGES - 2 later ones are under way (cp.async).
//   BK +----+--+------+
//  +---+    |64|      |           In local memory each row has 128 bytes: of a matrix that is stored
//  |   |[BM]|64|   C  |           along K a step's 64, of one that is stored across it 64 neighbors,
//  | A |    +--+      |           block after block. The 16 bytes at place c of row r lie at c ^ r % 8,
//  +---+----+---------+           so that neither copies nor matrix units meet at a bank.
//
// The instructions are not in the language that the driver's compiler makes for Hopper ("sm_90").
// They stand in comments, //sm_90a:, which the build takes away after compiling; see `rewrite` in the
// space. Where that was not done nothing is written.
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
#if !defined(F16) && !defined(BF16)
#define F16  // the precision: one of these two
#endif

#ifndef GROUPS
#define GROUPS 2  // groups of four warps, each with 64 rows of C
#endif
#ifndef BN
#define BN 128  // columns of C per work-group: 64, 128 or 256
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

typedef ushort stored;
typedef const __global stored *matrix;

#define ITEMS (GROUPS * 128)
#define BM (GROUPS * 64)
#define BK 64
#define DEPTH 16  // of one instruction
#define EACH 8    // elements of a copy of 16 bytes
#define SUMS (BN / 2)
#define ALONG_A (!TA)  // 1: K runs along the stored rows
#define ALONG_B TB
#define BYTES_A (BM * BK * 2)
#define BYTES_B (BN * BK * 2)
#define BYTES_STAGE (BYTES_A + BYTES_B)
// Bytes from one instruction's part of a step to the next one's.
#define FORWARD_A (ALONG_A ? DEPTH * 2 : DEPTH * 128)
#define FORWARD_B (ALONG_B ? DEPTH * 2 : DEPTH * 128)

#if STAGES < 3 || STAGES > 6
#error "there must be 3 to 6 stages"
#endif
#if BN != 64 && BN != 128 && BN != 256
#error "BN must be 64, 128 or 256"
#endif

// What is copied runs ahead in groups: those that are not among the last STAGES - 3 have arrived.
#define WAIT_(pending) __asm__ volatile("cp.async.wait_group " #pending ";" ::: "memory")
#define WAIT(pending) WAIT_(pending)
#define COMMIT __asm__ volatile("cp.async.commit_group;" ::: "memory")
#if STAGES == 3
#define PENDING 0
#elif STAGES == 4
#define PENDING 1
#elif STAGES == 5
#define PENDING 2
#else
#define PENDING 3
#endif

// This work-item's share of a stored matrix' tiles: 16 bytes in each of some rows that lie evenly
// apart. It goes forward from step to step.
typedef struct {
    matrix next;  // what is copied first of the next tile
    size_t apart;
    int rows;  // that are inside of the matrix, from there on
    int left;  // neighbors in a row that are
    uint to;   // where that lies in local memory
} share;

// `across` neighbors make a stored row of the tile; each 64 of them are a block of `rows` rows.
static inline share share_of(matrix from, const int ld, const int y, const int x, const int height,
                             const int width, const int rows, const int across, const uint to) {
    const int r = get_local_id(0) / (across / EACH);
    const int c = get_local_id(0) % (across / EACH);
    share s;
    s.next = from + (size_t)(y + r) * ld + x + c * EACH;
    s.apart = (size_t)(ITEMS / (across / EACH)) * ld;
    s.rows = height - y - r;
    s.left = width - x - c * EACH;
    s.to = to + c / 8 * rows * 128 + r * 128 + (c % 8 ^ r % 8) * 16;
    return s;
}

static inline void copy_share(share *s, const uint stage, const int ld, const int along,
                              const int rows, const int across) {
    const int apart = ITEMS / (across / EACH);
    const int inside = min(max(s->left, 0), EACH) * 2;
    matrix from = s->next;
#pragma unroll
    for (int q = 0; q < rows / apart; q++) {
        __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(s->to + stage +
                                                                              q * apart * 128),
                         "l"(from), "r"(q * apart < s->rows ? inside : 0)
                         : "memory");
        from += s->apart;
    }
    s->next += along ? BK : (size_t)BK * ld;
    if (along) s->left -= BK;
    else s->rows -= BK;
}

static inline void copy_both(share *a, share *b, const uint stage, const int lda, const int ldb) {
    copy_share(a, stage, lda, ALONG_A, ALONG_A ? BM : BK, ALONG_A ? BK : BM);
    copy_share(b, stage, ldb, ALONG_B, ALONG_B ? BN : BK, ALONG_B ? BK : BN);
}

// How the matrix units find a tile: rows of 128 bytes whose places are exchanged, eight of them in
// 1024 bytes; what lies across K goes on after a block of BK rows. The address is added to it.
static inline ulong description(const int along) {
    const ulong exchanged = 1;
    const ulong block = BK * 128 / 16;
    return exchanged << 62 | (ulong)(1024 / 16) << 32 | (along ? 1 : block) << 16;
}

#define INPUT_8(i)                                                                                 \
    "+f"(c[i]), "+f"(c[i + 1]), "+f"(c[i + 2]), "+f"(c[i + 3]), "+f"(c[i + 4]), "+f"(c[i + 5]),    \
        "+f"(c[i + 6]), "+f"(c[i + 7])
#define INPUT_32(i) INPUT_8(i), INPUT_8(i + 8), INPUT_8(i + 16), INPUT_8(i + 24)
#define NAMES_32                                                                                   \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "   \
    "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_64                                                                                   \
    NAMES_32                                                                                       \
    ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, " \
    "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define NAMES_128                                                                                  \
    NAMES_64                                                                                       \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, " \
    "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, "   \
    "%100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, "   \
    "%115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#if BN == 64
#define INPUTS INPUT_32(0)
#define NAMES NAMES_32
#define DESCRIPTIONS "%32, %33"
#define SHAPE "m64n64k16"
#elif BN == 128
#define INPUTS INPUT_32(0), INPUT_32(32)
#define NAMES NAMES_64
#define DESCRIPTIONS "%64, %65"
#define SHAPE "m64n128k16"
#else
#define INPUTS INPUT_32(0), INPUT_32(32), INPUT_32(64), INPUT_32(96)
#define NAMES NAMES_128
#define DESCRIPTIONS "%128, %129"
#define SHAPE "m64n256k16"
#endif
#ifdef F16
#define TYPES ".f32.f16.f16"
#else
#define TYPES ".f32.bf16.bf16"
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

// c += a * b, some time later: one part of a step.
static inline void multiply(float *c, const ulong a, const ulong b) {
    __asm__ volatile("//sm_90a: wgmma.mma_async.sync.aligned." SHAPE TYPES " {" NAMES
                     "}, " DESCRIPTIONS ", 1, 1, 1, " ACROSS_OF_A ", " ACROSS_OF_B ";"
                     : INPUTS
                     : "l"(a), "l"(b)
                     : "memory");
}

// What was written to local memory becomes visible to the matrix units.
#define PUBLISH __asm__ volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define BEGIN __asm__ volatile("//sm_90a: wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT_PRODUCTS __asm__ volatile("//sm_90a: wgmma.commit_group.sync.aligned;" ::: "memory")
#define AWAIT_ALL_BUT_LAST __asm__ volatile("//sm_90a: wgmma.wait_group.sync.aligned 1;" ::: "memory")

static inline void await_all(float *c) {
    __asm__ volatile("//sm_90a: wgmma.wait_group.sync.aligned 0;" : INPUTS::"memory");
}

// Whether the marks are gone.
static inline int is_rewritten(void) {
    int yes = 0;
    __asm__ volatile("//sm_90a: mov.u32 %0, 1;" : "+r"(yes));
    return yes;
}

static inline float widen(const stored value) {
#ifdef F16
    float wide;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value));
    return wide;
#else
    return as_float((uint)value << 16);
#endif
}

static inline stored narrow(const float value) {
    ushort bits;
#ifdef F16
    __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
    __asm__("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#endif
    return bits;
}

static inline stored finished(const float product, const float alpha, const float beta,
                              const __global stored *before) {
    return narrow(beta != 0 ? alpha * product + beta * widen(*before) : alpha * product);
}

// Two neighbors, of which `left` are inside.
static inline void store_pair(__global stored *c, const float *sums, const float alpha,
                              const float beta, const int left, const int aligned) {
    if (left < 1) return;
    const stored first = finished(sums[0], alpha, beta, c);
    if (left < 2) {
        c[0] = first;
        return;
    }
    const ushort2 both = (ushort2)(first, finished(sums[1], alpha, beta, c + 1));
    if (aligned) *(__global ushort2 *)c = both;
    else vstore2(both, 0, c);
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
void gemm(const int M, const int N, const int K, const float alpha,
          const __global stored *restrict A, const int lda, const __global stored *restrict B,
          const int ldb, const float beta, __global stored *restrict C, const int ldc,
          __global float *restrict partial) {
    __local uint4 ring[STAGES * BYTES_STAGE / 16] __attribute__((aligned(1024)));
    const uint stages = (uint)(ulong)(__local char *)ring;
    if (!is_rewritten()) return;
    const int2 place = place_of_tile(M, N);
    const int m0 = place.x;
    const int n0 = place.y;
    const int slice = get_group_id(1);
    const int length = ((K + BK - 1) / BK + SPLIT - 1) / SPLIT * BK;
    const int begin = slice * length;
    const int end = min(K, begin + length);
    const int steps = max(0, (end - begin + BK - 1) / BK);

    share a = ALONG_A ? share_of(A, lda, m0, begin, M, end, BM, BK, stages)
                      : share_of(A, lda, begin, m0, end, M, BK, BM, stages);
    share b = ALONG_B ? share_of(B, ldb, n0, begin, N, end, BN, BK, stages + BYTES_A)
                      : share_of(B, ldb, begin, n0, end, N, BK, BN, stages + BYTES_A);
#pragma unroll
    for (int s = 0; s < STAGES - 2; s++) {
        if (s < steps) copy_both(&a, &b, s * BYTES_STAGE, lda, ldb);
        COMMIT;
    }

    // 64 rows of either kind are 64 * 128 bytes.
    const int group = get_local_id(0) / 128;
    const ulong tile_a = description(ALONG_A) + ((stages + group * 64 * 128) >> 4);
    const ulong tile_b = description(ALONG_B) + ((stages + BYTES_A) >> 4);
    float c[SUMS];
#pragma unroll
    for (int i = 0; i < SUMS; i++) c[i] = 0;

    uint reading = 0;
    uint writing = (STAGES - 2) * BYTES_STAGE;
    for (int step = 0; step < steps; step++) {
        WAIT(PENDING);
        PUBLISH;
        barrier(CLK_LOCAL_MEM_FENCE);
        BEGIN;
#pragma unroll
        for (int part = 0; part < BK / DEPTH; part++)
            multiply(c, tile_a + ((reading + part * FORWARD_A) >> 4),
                     tile_b + ((reading + part * FORWARD_B) >> 4));
        COMMIT_PRODUCTS;
        // All groups have come to this step, and so have done with the one before the last.
        if (step + STAGES - 2 < steps) copy_both(&a, &b, writing, lda, ldb);
        COMMIT;
        AWAIT_ALL_BUT_LAST;
        reading = reading == (STAGES - 1) * BYTES_STAGE ? 0 : reading + BYTES_STAGE;
        writing = writing == (STAGES - 1) * BYTES_STAGE ? 0 : writing + BYTES_STAGE;
    }
    await_all(c);

    const int lane = get_local_id(0) % 32;
    const int first = m0 + (int)get_local_id(0) / 32 * 16 + lane / 4;
#pragma unroll
    for (int half_of = 0; half_of < 2; half_of++) {
        const int m = first + half_of * 8;
        if (m >= M) continue;
#pragma unroll
        for (int j = 0; j < BN / 8; j++) {
            const int n = n0 + j * 8 + lane % 4 * 2;
            const float *sums = c + j * 4 + half_of * 2;
#if SPLIT > 1
            __global float *to = partial + ((size_t)slice * M + m) * N + n;
            if (n < N) to[0] = sums[0];
            if (n + 1 < N) to[1] = sums[1];
#else
            store_pair(C + (size_t)m * ldc + n, sums, alpha, beta, N - n, ldc % 2 == 0);
#endif
        }
    }
}

// C from the slices' products, one element each work-item.
__kernel void gather(const int M, const int N, const float alpha, const float beta,
                     __global stored *restrict C, const int ldc,
                     const __global float *restrict partial) {
    const size_t count = (size_t)M * N;
    const size_t i = get_global_id(0);
    if (i >= count) return;
    float sum = 0;
#pragma unroll
    for (int s = 0; s < SPLIT; s++) sum += partial[s * count + i];
    __global stored *c = C + i / N * ldc + i % N;
    *c = finished(sum, alpha, beta, c);
}
