// SPDX-License-Identifier: MIT
// result = sum of x[i], sum of x[i] * y[i], sum of |x[i]|, or max of x[i], for i in 0 .. n - 1, n >= 1.
//
// Two launches: `reduce` writes one partial result per work-group, `finish` reduces those with a single
// work-group. In both, each work-item reduces its elements in registers, then the work-group reduces by a
// tree in local memory. TREE chooses the tree, from the plain one to the unrolled one.
//
//   WALK, which vectors of V elements a work-item reads:
//     ONCE      |g0 g0 g0 g0|g1 g1 g1 g1|..   one block of WG * UNROLL vectors per work-group
//     STRIDE    |g0|g1|g2|g0|g1|g2|g0|..      grid-stride loop: coalesced
//     PER_ITEM  |i0 i0 i0|i1 i1 i1|..         one contiguous chunk per work-item: for CPUs
//
// With WG = 1 there is no tree; with V as wide as the registers this suits a CPU. The order of additions is
// fixed, so the result is bitwise reproducible.

#ifndef WALK
#define WALK STRIDE  // which elements a work-item reads
#endif

#define INTERLEAVED 0  // neighbors first; every other work-item idles: divergent branches
#define STRIDED 1      // the same pairs, by adjacent work-items: bank conflicts
#define SEQUENTIAL 2   // the upper half is added to the lower: neither
#define LAST_WARP 3    // the same, and the last warp needs no barrier of the work-group
#define UNROLLED 4     // the same, completely unrolled
#ifndef TREE
#define TREE SEQUENTIAL
#endif

#ifndef WG
#define WG 64  // work-items per work-group: a power of two
#endif
#ifndef V
#define V 1  // vector width
#endif
#ifndef UNROLL
#define UNROLL 1  // vectors that a work-item has in flight, each with its own accumulator: a power of two
#endif
#ifndef PER_UNIT
#define PER_UNIT 8  // work-groups per compute unit; the host launches them
#endif

#if WG < 1 || (WG & (WG - 1)) != 0
#error "WG must be a power of two"
#endif

#include "parts/reduction/reduction_ops.cl"
#include "parts/reduction/thread_reduce.cl"

// A barrier of the last warp; where there is none, a barrier of the work-group.
#if defined(__NV_CL_C_VERSION) && WG >= 32
#define WARP_BARRIER asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#else
#define WARP_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#endif

// Reduces one value of each work-item; the first work-item has the result. Always inlined, since some CPU
// compilers lose a barrier in a function that is called.
static inline __attribute__((always_inline)) ACC group_reduce(const ACC mine, __local ACC *scratch) {
    const int l = get_local_id(0);
    scratch[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
#if TREE == INTERLEAVED
    for (int offset = 1; offset < WG; offset *= 2) {
        if (l % (2 * offset) == 0) scratch[l] = COMBINE(scratch[l], scratch[l + offset]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#elif TREE == STRIDED
    for (int offset = 1; offset < WG; offset *= 2) {
        const int at = 2 * offset * l;
        if (at < WG) scratch[at] = COMBINE(scratch[at], scratch[at + offset]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
#if TREE == UNROLLED
#pragma unroll
#endif
    for (int offset = WG / 2; offset > (TREE == SEQUENTIAL ? 0 : 16); offset /= 2) {
        if (l < offset) scratch[l] = COMBINE(scratch[l], scratch[l + offset]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#if TREE != SEQUENTIAL
#pragma unroll
    for (int offset = min(16, WG / 2); offset > 0; offset /= 2) {
        if (l < offset) scratch[l] = COMBINE(scratch[l], scratch[l + offset]);
        WARP_BARRIER;
    }
#endif
#endif
    return scratch[0];
}

#if WG == 1
#define GROUP_REDUCE(mine, scratch) (mine)
#else
#define GROUP_REDUCE(mine, scratch) group_reduce(mine, scratch)
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void reduce(const extent n, const __global REAL *restrict x, const __global REAL *restrict y,
            __global REAL *restrict partial) {
#if WG > 1
    __local ACC scratch[WG];
#endif
    const ACC partial_sum = thread_reduce((input)x, (input)y, n);
    const ACC sum = GROUP_REDUCE(partial_sum, scratch);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void finish(const int count, const __global REAL *restrict partial, __global REAL *restrict result) {
#if WG > 1
    __local ACC scratch[WG];
#endif
    ACC partial_sum = IDENTITY;
    for (int i = get_local_id(0); i < count; i += WG) partial_sum = COMBINE(partial_sum, (ACC)partial[i]);
    const ACC sum = GROUP_REDUCE(partial_sum, scratch);
    if (get_local_id(0) == 0) *result = sum;
}
