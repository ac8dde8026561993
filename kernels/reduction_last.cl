// SPDX-License-Identifier: MIT
// result = sum of x[i], sum of x[i] * y[i], sum of |x[i]|, or max of x[i], for i in 0 .. n - 1, n >= 1.
//
// One launch. Each work-group publishes a partial result, and the last one reduces all of them in a fixed
// order, so the result is bitwise reproducible whichever work-group is last.
//
//   FINISH, how the last work-group is found:
//     COUNT   each work-group publishes its partial result, then increments a counter. The last to
//             increment it knows that all partial results are there.
//     AWAIT   each work-group increments the counter when it starts. The last to increment it knows that
//             all others run, and spins until each partial result is there. This takes one round trip to
//             memory instead of three, but requires that 8 bytes are written atomically: NVIDIA GPUs.
//
//   partial  [ g0 | g1 | g2 | g3 ]        counter: 0 -> 1 -> 2 -> 3, and back to 0
//               \____\____/____/  <- the last work-group reduces them all
//
// The last work-group resets the counter and the flags, which must be 0 before the first launch.
//
//   WALK, which vectors of V elements a work-item reads:
//     STRIDE     |g0|g1|g2|g0|g1|g2|g0|..   grid-stride loop: coalesced
//     PER_GROUP  |g0 g0 g0|g1 g1 g1|g2 ..   one contiguous chunk per work-group: coalesced
//     PER_ITEM   |i0 i0 i0|i1 i1 i1|..      one contiguous chunk per work-item: for CPUs
//
// With COUNT a fence of device scope, or the nearest equivalent, orders the partial result before the count.

#ifndef WALK
#define WALK STRIDE  // which elements a work-item reads
#endif

#ifndef WG
#define WG 64  // work-items per work-group: a power of two
#endif
#ifndef V
#define V 1  // vector width
#endif
#ifndef UNROLL
#define UNROLL 1  // vectors that a work-item has in flight: a power of two
#endif
#ifndef ONE_SUM
#define ONE_SUM 0  // 1: these share one accumulator; 0: each has its own
#endif
#ifndef PER_UNIT
#define PER_UNIT 8  // work-groups per compute unit; the host launches them
#endif
#ifndef ALIGNED
#define ALIGNED 0  // 1: x and y are aligned to vectors
#endif
#ifndef L1_NO_ALLOCATE
#define L1_NO_ALLOCATE 0  // 1: loads do not allocate in the L1 cache (NVIDIA GPUs)
#endif
#define COUNT 0
#define AWAIT 1
#ifndef FINISH
#define FINISH COUNT  // how the last work-group is found
#endif
#ifndef SHUFFLE
#define SHUFFLE 0  // 1: warps reduce by shuffles (NVIDIA GPUs)
#endif

#if WG < 1 || (WG & (WG - 1)) != 0
#error "WG must be a power of two"
#endif
#if SHUFFLE && WG < 32
#error "shuffles need whole warps"
#endif
#if L1_NO_ALLOCATE && !ALIGNED
#error "loads that do not allocate in L1 must be aligned vectors"
#endif

#include "parts/reduction/reduction_ops.cl"
#include "parts/reduction/thread_reduce.cl"

#if SHUFFLE
// The value of the lane whose number differs in this bit (a butterfly shuffle).
static inline ACC shuffle_xor(const ACC mine, const int bit) {
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

static inline ACC warp_reduce(ACC mine) {
#pragma unroll
    for (int bit = 16; bit > 0; bit /= 2) mine = COMBINE(mine, shuffle_xor(mine, bit));
    return mine;
}

// Reduces one value of each work-item: each warp its own, then the first warp the warps' results. The first
// work-item has the result.
static inline ACC group_reduce(const ACC mine, __local ACC *scratch) {
    const int l = get_local_id(0);
    const ACC of_warp = warp_reduce(mine);
    if (l % 32 == 0) scratch[l / 32] = of_warp;
    barrier(CLK_LOCAL_MEM_FENCE);
    const ACC each = l < WG / 32 ? scratch[l] : IDENTITY;
    return l < 32 ? warp_reduce(each) : each;
}
#else
// Reduces one value of each work-item by a tree; the first work-item has the result. Always inlined, since
// some CPU compilers lose a barrier in a function that is called.
static inline __attribute__((always_inline)) ACC group_reduce(const ACC mine, __local ACC *scratch) {
    const int l = get_local_id(0);
    scratch[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int offset = WG / 2; offset > 0; offset /= 2) {
        if (l < offset) scratch[l] = COMBINE(scratch[l], scratch[l + offset]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return scratch[0];
}
#endif

#if FINISH == AWAIT
// A partial result is published in words of 8 bytes: 4 bytes of it, and above them the flag 1. A reader that
// sees the flag sees the bytes, without a fence.
#define HALVES (sizeof(ACC) / 4)
typedef union {
    ACC value;
    uint halves[HALVES];
} partial_bits;

static inline int starts_last(volatile __global uint *counter) {
    return atomic_inc(counter) == get_num_groups(0) - 1;
}

static inline void publish_partial(const ACC mine, volatile __global ulong *flagged) {
    partial_bits s;
    s.value = mine;
    for (uint h = 0; h < HALVES; h++) flagged[h] = 1ul << 32 | s.halves[h];
}

// Spins until another work-group's partial result is there, and resets its flags for the next launch.
static inline ACC await_partial(volatile __global ulong *flagged) {
    partial_bits s;
    for (uint h = 0; h < HALVES; h++) {
        ulong word = 0;
        while (word == 0) word = flagged[h];
        s.halves[h] = (uint)word;
        flagged[h] = 0;
    }
    return s.value;
}
#else
#if defined(__NV_CL_C_VERSION)
#define DEVICE_FENCE asm volatile("membar.gl;" ::: "memory")
#elif __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_atomic_scope_device) || __OPENCL_C_VERSION__ == 200
#define DEVICE_FENCE atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device)
#else
#define DEVICE_FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

// Whether this work-group is the last to publish.
static inline int finishes_last(volatile __global uint *counter) {
    DEVICE_FENCE;
    const int last = atomic_inc(counter) == get_num_groups(0) - 1;
    DEVICE_FENCE;
    return last;
}
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void reduce(const extent n, const __global REAL *restrict x, const __global REAL *restrict y,
            volatile __global REAL *partial, volatile __global ulong *flagged,
            volatile __global uint *counter, __global REAL *restrict result) {
    __local ACC scratch[SHUFFLE ? 32 : WG];
    __local int last;
    const int l = get_local_id(0);
#if FINISH == AWAIT
    const int started_last = l == 0 && starts_last(counter);  // the atomic overlaps the reduction
    const ACC mine = group_reduce(thread_reduce((input)x, (input)y, n), scratch);
    if (l == 0) {
        publish_partial(mine, flagged + get_group_id(0) * HALVES);
        last = started_last;
    }
#else
    const ACC mine = group_reduce(thread_reduce((input)x, (input)y, n), scratch);
    if (l == 0) {
        partial[get_group_id(0)] = mine;
        last = finishes_last(counter);
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last) {
        ACC partial_sum = IDENTITY;
        for (uint i = l; i < get_num_groups(0); i += WG)
#if FINISH == AWAIT
            partial_sum = COMBINE(partial_sum, await_partial(flagged + i * HALVES));
#else
            partial_sum = COMBINE(partial_sum, (ACC)partial[i]);
#endif
        const ACC total = group_reduce(partial_sum, scratch);
        if (l == 0) {
            *result = total;
            *counter = 0;
        }
    }
}
