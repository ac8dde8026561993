// SPDX-License-Identifier: MIT
// result = sum of x[i], sum of x[i] * y[i], sum of |x[i]|, or the largest x[i], for i in 0 .. n - 1.
//
// One launch. Each work-group leaves a partial result, and one of them folds all of these in their
// order. So the result has the same bits on each run, whichever work-group that is:
//
//   FINISH
//     COUNT   each draws a number from a counter when its partial result is there; who draws the last
//             one knows that all the others' are, and folds them.
//     AWAIT   each draws its number when it begins; who draws the last one knows that all the others
//             are at work, and waits for each one's partial result. That takes one way to memory
//             instead of three, but expects 8 bytes to be written at once: on NVIDIA GPUs.
//
//   partial  [ g0 | g1 | g2 | g3 ]        counter: 0 -> 1 -> 2 -> 3, and back to 0
//               \____\____/____/  <- the last one to come folds them all
//
// Who folds sets everything back to 0, as it must be before the first launch.
//
//   WALK, over vectors of V elements:
//     STRIDE  |g0|g1|g2|g0|g1|g2|g0|..      work-groups take turns until all is done: coalesced
//     PIECE   |g0 g0 g0|g1 g1 g1|g2 ..      each work-group has one piece of its own: coalesced too
//     OWN     |i0 i0 i0|i1 i1 i1|..         each work-item has one piece of its own: for CPUs
//
// With COUNT, what a work-group writes must be seen by the others before its number is: a fence of
// device scope, or what comes nearest where there is none. Works for any n from 1 on.

#ifndef WALK
#define WALK STRIDE  // how the elements are shared among the work-items
#endif

#ifndef WG
#define WG 64  // work-items per work-group: a power of two
#endif
#ifndef V
#define V 1  // vector width
#endif
#ifndef E
#define E 1  // vectors that a work-item has under way: a power of two
#endif
#ifndef ONE_SUM
#define ONE_SUM 0  // 1: they are folded with each other first; 0: each has an accumulator
#endif
#ifndef PER_UNIT
#define PER_UNIT 8  // work-groups per compute unit: the host sees to it, and the kernel to the rest
#endif
#ifndef ALIGNED
#define ALIGNED 0  // 1: x and y are aligned to vectors, which are then read as one
#endif
#ifndef PASSING
#define PASSING 0  // 1: what is read leaves the nearest cache alone, by an instruction of NVIDIA GPUs
#endif
#define COUNT 0
#define AWAIT 1
#ifndef FINISH
#define FINISH COUNT  // how one work-group knows that the others' partial results are there
#endif
#ifndef SHUFFLE
#define SHUFFLE 0  // 1: warps fold by themselves, with an instruction that NVIDIA GPUs have
#endif

#if WG < 1 || (WG & (WG - 1)) != 0
#error "WG must be a power of two"
#endif
#if SHUFFLE && WG < 32
#error "only whole warps can shuffle"
#endif
#if PASSING && !ALIGNED
#error "only aligned vectors can be read past the cache"
#endif

#include "parts/reduction.cl"
#include "parts/shares.cl"

#if SHUFFLE
// What the work-item has whose number in the warp differs in this bit.
static inline ACC of_partner(const ACC mine, const int bit) {
#ifdef F64
    uint2 halves = as_uint2(mine);
    __asm__ volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, -1;" : "+r"(halves.x) : "r"(bit));
    __asm__ volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, -1;" : "+r"(halves.y) : "r"(bit));
    return as_double(halves);
#else
    uint bits = JOIN(as_, uint)(mine);
    __asm__ volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, -1;" : "+r"(bits) : "r"(bit));
    return JOIN(as_, ACC)(bits);
#endif
}

static inline ACC fold_warp(ACC mine) {
#pragma unroll
    for (int bit = 16; bit > 0; bit /= 2) mine = COMBINE(mine, of_partner(mine, bit));
    return mine;
}

// Folds one number of each work-item: each warp its own, the first one theirs. The first work-item
// gets the result.
static inline ACC fold_group(const ACC mine, __local ACC *all) {
    const int l = get_local_id(0);
    const ACC of_warp = fold_warp(mine);
    if (l % 32 == 0) all[l / 32] = of_warp;
    barrier(CLK_LOCAL_MEM_FENCE);
    const ACC each = l < WG / 32 ? all[l] : NEUTRAL;
    return l < 32 ? fold_warp(each) : each;
}
#else
// Folds one number of each work-item by halves, down to the first work-item's.
// Inlined always: some compilers for CPUs lose a barrier in a function that is called.
static inline __attribute__((always_inline)) ACC fold_group(const ACC mine, __local ACC *all) {
    const int l = get_local_id(0);
    all[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int apart = WG / 2; apart > 0; apart /= 2) {
        if (l < apart) all[l] = COMBINE(all[l], all[l + apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return all[0];
}
#endif

#if FINISH == AWAIT
// A partial result lies in words of 8 bytes: in each one half of 4, and above it a 1 that says that it
// is there. So whoever sees the 1 sees the half, without a fence.
#define HALVES (sizeof(ACC) / 4)
typedef union {
    ACC number;
    uint halves[HALVES];
} split;

static inline int begins_last(volatile __global uint *counter) {
    return atomic_inc(counter) == get_num_groups(0) - 1;
}

static inline void leave(const ACC mine, volatile __global ulong *words) {
    split s;
    s.number = mine;
    for (uint h = 0; h < HALVES; h++) words[h] = 1ul << 32 | s.halves[h];
}

// Of another work-group, which is at work; its place is emptied for the next launch.
static inline ACC await(volatile __global ulong *words) {
    split s;
    for (uint h = 0; h < HALVES; h++) {
        ulong word = 0;
        while (word == 0) word = words[h];
        s.halves[h] = (uint)word;
        words[h] = 0;
    }
    return s.number;
}
#else
#if defined(__NV_CL_C_VERSION)
#define DEVICE_FENCE asm volatile("membar.gl;" ::: "memory")
#elif __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_atomic_scope_device) || \
    __OPENCL_C_VERSION__ == 200
#define DEVICE_FENCE \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device)
#else
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

// Whether all other work-groups have come before this one.
static inline int comes_last(volatile __global uint *counter) {
    DEVICE_FENCE;
    const int last = atomic_inc(counter) == get_num_groups(0) - 1;
    DEVICE_FENCE;
    return last;
}
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void reduce(const int n, const __global REAL *restrict x, const __global REAL *restrict y,
            volatile __global REAL *partial, volatile __global ulong *words,
            volatile __global uint *counter, __global REAL *restrict result) {
    __local ACC all[SHUFFLE ? 32 : WG];
    __local int last;
    const int l = get_local_id(0);
#if FINISH == AWAIT
    const int newest = l == 0 && begins_last(counter);  // known long before it is asked for
    const ACC mine = fold_group(fold_share((numbers)x, (numbers)y, n), all);
    if (l == 0) {
        leave(mine, words + get_group_id(0) * HALVES);
        last = newest;
    }
#else
    const ACC mine = fold_group(fold_share((numbers)x, (numbers)y, n), all);
    if (l == 0) {
        partial[get_group_id(0)] = mine;
        last = comes_last(counter);
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last) {
        ACC share = NEUTRAL;
        for (uint i = l; i < get_num_groups(0); i += WG)
#if FINISH == AWAIT
            share = COMBINE(share, await(words + i * HALVES));
#else
            share = COMBINE(share, (ACC)partial[i]);
#endif
        const ACC total = fold_group(share, all);
        if (l == 0) {
            *result = total;
            *counter = 0;
        }
    }
}
