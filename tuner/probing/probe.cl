// SPDX-License-Identifier: MIT
// What a device is asked with: kernels that do one thing as fast as it can be done, so that their
// time is a ceiling. Which width, how many in flight and how many work-items are best is not known
// beforehand: the host tries several ways and keeps the fastest.
#ifndef REAL
#define REAL float // the element
#endif
#ifndef VALUE
#define VALUE float4 // what one access moves: so many elements at once
#endif
#ifndef FIRST
#define FIRST .s0 // one element of it
#endif
#ifndef FLIGHT
#define FLIGHT 4 // accesses or chains that do not wait for one another
#endif
#ifndef TILE
#define TILE 1024 // VALUEs in local memory, a power of two
#endif
#ifndef STRIDE
#define STRIDE 1 // VALUEs of local memory from one work-item to the next
#endif
#ifdef HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#undef MULTIPLY_ADD
#define MULTIPLY_ADD(x, y, z) ((x) * (y) + (z)) // some drivers have halves, but no functions of them
#endif
#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// Where a work-item's next accesses are: a piece of its own for cores with caches, side by side with
// its neighbors for what runs in lockstep.
#ifdef OWN
#define BEGIN (get_global_id(0) * (count / get_global_size(0)))
#define END (BEGIN + count / get_global_size(0))
#define HOP 1
#else
#define BEGIN get_global_id(0)
#define END count
#define HOP get_global_size(0)
#endif

// Adds up everything; count is a multiple of what all work-items have in flight. All elements are
// zero, which the compiler cannot know, so nothing is written and nothing can be left out.
kernel void read_all(global const VALUE* restrict from, global VALUE* restrict to, ulong count) {
    VALUE sum[FLIGHT];
    for (int f = 0; f < FLIGHT; ++f) sum[f] = (VALUE)(0);
    const ulong end = END;
    for (ulong i = BEGIN; i < end; i += FLIGHT * HOP) {
#pragma unroll
        for (int f = 0; f < FLIGHT; ++f) sum[f] += from[i + f * HOP];
    }
    for (int f = 1; f < FLIGHT; ++f) sum[0] += sum[f];
    if (sum[0] FIRST > 0) to[get_global_id(0)] = sum[0];
}

kernel void copy_all(global const VALUE* restrict from, global VALUE* restrict to, ulong count) {
    const ulong end = END;
    for (ulong i = BEGIN; i < end; i += FLIGHT * HOP) {
        VALUE some[FLIGHT];
#pragma unroll
        for (int f = 0; f < FLIGHT; ++f) some[f] = from[i + f * HOP];
#pragma unroll
        for (int f = 0; f < FLIGHT; ++f) to[i + f * HOP] = some[f];
    }
}

// Chains of multiply-add, none of which waits for another.
kernel void multiply_add(global VALUE* restrict to, REAL a, REAL b, int rounds) {
    VALUE chain[FLIGHT];
    for (int f = 0; f < FLIGHT; ++f) chain[f] = (VALUE)((REAL)(f + (int)get_local_id(0)));
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int f = 0; f < FLIGHT; ++f) chain[f] = MULTIPLY_ADD(chain[f], (VALUE)(a), (VALUE)(b));
    }
    for (int f = 1; f < FLIGHT; ++f) chain[0] += chain[f];
    if (chain[0] FIRST < 0) to[get_global_id(0)] = chain[0];
}

// Reads local memory over and over, all work-items side by side or STRIDE apart.
kernel void read_local(global VALUE* restrict to, int rounds) {
    local VALUE tile[TILE];
    const uint size = get_local_size(0);
    for (uint i = get_local_id(0); i < TILE; i += size) tile[i] = (VALUE)(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    VALUE sum[FLIGHT];
    for (int f = 0; f < FLIGHT; ++f) sum[f] = (VALUE)(0);
    uint at = get_local_id(0) * STRIDE;
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int f = 0; f < FLIGHT; ++f) sum[f] += tile[(at + f * size) & (TILE - 1)];
        at += FLIGHT * size;
    }
    for (int f = 1; f < FLIGHT; ++f) sum[0] += sum[f];
    if (sum[0] FIRST > 0) to[get_global_id(0)] = sum[0];
}

// One element for each work-item, `offset` elements past the aligned one.
kernel void copy_offset(global const float* restrict from, global float* restrict to, uint offset) {
    const size_t i = get_global_id(0) + offset;
    to[i] = from[i];
}

// One element of each `stride`.
kernel void copy_stride(global const float* restrict from, global float* restrict to, uint stride) {
    const size_t i = get_global_id(0) * stride;
    to[i] = from[i];
}

// Reads a working set of `count` VALUEs over and over, `steps` times FLIGHT in each work-item. Work-groups begin at
// different places: what one reads was last read when the others have read all the rest, so that only a cache that
// holds the whole set has it.
kernel void read_set(global const VALUE* restrict from, global VALUE* restrict to, uint count, uint steps) {
    VALUE sum[FLIGHT];
    for (int f = 0; f < FLIGHT; ++f) sum[f] = (VALUE)(0);
    const uint size = get_local_size(0);
    const uint all = count / (FLIGHT * size);  // steps through the whole set
    uint done = (uint)((ulong)all * get_group_id(0) / get_num_groups(0));
    while (steps > 0) {
        const uint some = min(steps, all - done);
        global const VALUE* at = from + (size_t)done * FLIGHT * size + get_local_id(0);
        for (uint s = 0; s < some; ++s, at += FLIGHT * size) {
#pragma unroll
            for (int f = 0; f < FLIGHT; ++f) sum[f] += at[f * size];
        }
        steps -= some;
        done = 0;
    }
    for (int f = 1; f < FLIGHT; ++f) sum[0] += sum[f];
    if (sum[0] FIRST > 0) to[get_global_id(0)] = sum[0];
}

kernel void nothing(void) {}
