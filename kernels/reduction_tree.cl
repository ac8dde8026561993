// SPDX-License-Identifier: MIT
// result = sum of x[i], sum of x[i] * y[i], sum of |x[i]|, or the largest x[i], for i in 0 .. n - 1.
//
// Two launches. `reduce` leaves one partial result per work-group, `finish` reduces those with a
// single work-group. In both, each work-item first folds its own share in registers, and then a tree
// in local memory folds the work-group; TREE is which tree, from the plain one to the unrolled one.
//
//   WALK, over vectors of V elements:
//     ONCE    |g0 g0 g0 g0|g1 g1 g1 g1|..   each work-group has one block of WG * E vectors
//     STRIDE  |g0|g1|g2|g0|g1|g2|g0|..      work-groups take turns until all is done: coalesced
//     OWN     |i0 i0 i0|i1 i1 i1|..         each work-item has one piece of its own: for CPUs
//
// With WG = 1 there is no tree, and with V as wide as the registers that is the shape for a CPU.
// Works for any n from 1 on, and folds the same way on each run.

#ifndef WALK
#define WALK STRIDE  // how the elements are shared among the work-items
#endif

#define INTERLEAVED 0  // neighbors first; every other work-item idles: branches diverge
#define STRIDED 1      // the same pairs, by adjacent work-items: banks conflict
#define SEQUENTIAL 2   // halves are added: neither
#define LAST_WARP 3    // the same, and the last 32 need no barrier of the work-group
#define UNROLLED 4     // the same, and no loop is left
#ifndef TREE
#define TREE SEQUENTIAL
#endif

#ifndef WG
#define WG 64  // work-items per work-group: a power of two
#endif
#ifndef V
#define V 1  // vector width
#endif
#ifndef E
#define E 1  // vectors that a work-item has under way, each with its own accumulator: a power of two
#endif
#ifndef PER_UNIT
#define PER_UNIT 8  // work-groups per compute unit: the host sees to it, and the kernel to the rest
#endif

#if WG < 1 || (WG & (WG - 1)) != 0
#error "WG must be a power of two"
#endif

#include "parts/reduction.cl"
#include "parts/shares.cl"

// Without a way to wait for a warp alone, the work-group waits.
#if defined(__NV_CL_C_VERSION) && WG >= 32
#define WARP_BARRIER asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#else
#define WARP_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#endif

// Folds one number of each work-item; the first work-item has the result.
// Inlined always: some compilers for CPUs lose a barrier in a function that is called.
static inline __attribute__((always_inline)) ACC fold_group(const ACC mine, __local ACC *all) {
    const int l = get_local_id(0);
    all[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
#if TREE == INTERLEAVED
    for (int apart = 1; apart < WG; apart *= 2) {
        if (l % (2 * apart) == 0) all[l] = COMBINE(all[l], all[l + apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#elif TREE == STRIDED
    for (int apart = 1; apart < WG; apart *= 2) {
        const int at = 2 * apart * l;
        if (at < WG) all[at] = COMBINE(all[at], all[at + apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
#if TREE == UNROLLED
#pragma unroll
#endif
    for (int apart = WG / 2; apart > (TREE == SEQUENTIAL ? 0 : 16); apart /= 2) {
        if (l < apart) all[l] = COMBINE(all[l], all[l + apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#if TREE != SEQUENTIAL
#pragma unroll
    for (int apart = min(16, WG / 2); apart > 0; apart /= 2) {
        if (l < apart) all[l] = COMBINE(all[l], all[l + apart]);
        WARP_BARRIER;
    }
#endif
#endif
    return all[0];
}

#if WG == 1
#define FOLD_GROUP(mine, all) (mine)
#else
#define FOLD_GROUP(mine, all) fold_group(mine, all)
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void reduce(const int n, const __global REAL *restrict x, const __global REAL *restrict y,
            __global REAL *restrict partial) {
#if WG > 1
    __local ACC all[WG];
#endif
    const ACC share = fold_share((numbers)x, (numbers)y, n);
    const ACC sum = FOLD_GROUP(share, all);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void finish(const int count, const __global REAL *restrict partial, __global REAL *restrict result) {
#if WG > 1
    __local ACC all[WG];
#endif
    ACC share = NEUTRAL;
    for (int i = get_local_id(0); i < count; i += WG) share = COMBINE(share, (ACC)partial[i]);
    const ACC sum = FOLD_GROUP(share, all);
    if (get_local_id(0) == 0) *result = sum;
}
