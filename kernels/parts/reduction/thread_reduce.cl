// SPDX-License-Identifier: MIT
// The part of a reduction that each work-item does alone, in registers (CUB: ThreadReduce).
//
// Expects parts/reduction/reduction_ops.cl, WG (work-items of a work-group), V, UNROLL (vectors in flight),
// WALK (which elements a work-item reads), and optionally, 0 where not defined: ALIGNED (x and y are aligned
// to vectors), L1_NO_ALLOCATE (loads do not allocate in L1), ONE_SUM (the vectors in flight share an
// accumulator), LONG_SIZES (n is a long, for 2^31 elements and more).
// Defines ONCE, STRIDE, PER_ITEM, PER_GROUP (the values of WALK), extent, thread_reduce, reduce_vector.

#define ONCE 0
#define STRIDE 1
#define PER_ITEM 2
#define PER_GROUP 3

// How n is handed over, and the type of indices, in which sums of steps do not overflow.
#if LONG_SIZES
typedef long extent;
typedef ulong index;
#else
typedef int extent;
typedef uint index;
#endif

#if L1_NO_ALLOCATE
// 16 bytes that are read once and do not allocate in the L1 cache.
static inline vector load_vector(input from, const index i) {
    uint4 w;
    __asm__("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
            : "l"((const __global vector *)from + i));
    return JOIN(as_, JOIN(ACC, V))(w);
}
#elif ALIGNED
static inline vector load_vector(input from, const index i) {
    return ((const __global vector *)from)[i];
}
#else
static inline vector load_vector(input from, const index i) {
    return VLOAD(V, i, from);
}
#endif

static inline vector load_term(input x, input y, const index i) {
#if OPERATION == DOT
    return term(load_vector(x, i), load_vector(y, i));
#else
    return term(load_vector(x, i), 0);
#endif
}

// The tail: the elements after the last whole vector.
static inline vector load_tail(input x, input y, const index n) {
    ACC from_x[V], from_y[V];
    for (uint e = 0; e < V; e++) {
        const index i = n / V * V + e;
        from_x[e] = i < n ? x[i] : IDENTITY;
        from_y[e] = i < n ? y[i] : 0;
    }
    return term(VLOAD(V, 0, from_x), VLOAD(V, 0, from_y));
}

static inline ACC reduce_vector(const vector v) {
    ACC elements[V];
    VSTORE(V, v, elements);
#pragma unroll
    for (int offset = V / 2; offset > 0; offset /= 2)
#pragma unroll
        for (int e = 0; e < offset; e++) elements[e] = COMBINE(elements[e], elements[e + offset]);
    return elements[0];
}

#if ONE_SUM
#define ACCUMULATORS 1
#else
#define ACCUMULATORS UNROLL
#endif

// Reduces UNROLL vectors into the accumulators; all are in flight before the first is used. Vectors from
// `end` on count as IDENTITY; `unpredicated`: there are none.
static inline __attribute__((always_inline)) void reduce_batch(vector *accumulators, input x, input y,
                                                               const index i, const index step,
                                                               const index end, const int unpredicated) {
    vector v[UNROLL];
#pragma unroll
    for (int j = 0; j < UNROLL; j++)
        v[j] = unpredicated || i + j * step < end ? load_term(x, y, i + j * step) : IDENTITY;
#pragma unroll
    for (int offset = UNROLL / 2; offset >= ACCUMULATORS; offset /= 2)
#pragma unroll
        for (int j = 0; j < offset; j++) v[j] = COMBINE(v[j], v[j + offset]);
#pragma unroll
    for (int j = 0; j < ACCUMULATORS; j++) accumulators[j] = COMBINE(accumulators[j], v[j]);
}

// Reduces all elements of this work-item.
static inline ACC thread_reduce(input x, input y, const index n) {
    const index vectors = n / V;
#if WALK == ONCE
    const index step = WG;
    const index begin = get_group_id(0) * WG * UNROLL + get_local_id(0);
    const index end = min(vectors, (index)(get_group_id(0) + 1) * WG * UNROLL);
#elif WALK == STRIDE
    const index step = get_global_size(0);
    const index begin = get_global_id(0);
    const index end = vectors;
#elif WALK == PER_GROUP
    const index step = WG;
    const index rows = (vectors + WG - 1) / WG;
    const index chunk = (rows + get_num_groups(0) - 1) / get_num_groups(0) * WG;
    const index begin = min(vectors, (index)get_group_id(0) * chunk) + get_local_id(0);
    const index end = min(vectors, (index)(get_group_id(0) + 1) * chunk);
#else
    const index step = 1;
    const index chunk = (vectors + get_global_size(0) - 1) / get_global_size(0);
    const index begin = min(vectors, (index)get_global_id(0) * chunk);
    const index end = min(vectors, begin + chunk);
#endif

    vector accumulators[ACCUMULATORS];
#pragma unroll
    for (int j = 0; j < ACCUMULATORS; j++) accumulators[j] = IDENTITY;
    index i = begin;
#pragma unroll 1
    for (; i + (UNROLL - 1) * step < end; i += UNROLL * step)
        reduce_batch(accumulators, x, y, i, step, end, 1);
    if (i < end) reduce_batch(accumulators, x, y, i, step, end, 0);
    if (get_global_id(0) == 0) accumulators[0] = COMBINE(accumulators[0], load_tail(x, y, n));

#pragma unroll
    for (int j = 1; j < ACCUMULATORS; j++) accumulators[0] = COMBINE(accumulators[0], accumulators[j]);
    return reduce_vector(accumulators[0]);
}
