// SPDX-License-Identifier: MIT
// What a work-item of a reduction folds by itself, in registers: its share of all elements. Expects
// what parts/reduction.cl has, and WALK (which share that is), V, E and WG; x and y are read as whole
// vectors where ALIGNED says that they may be, and past the nearest cache where PASSING does. With
// ONE_SUM the vectors under way share an accumulator.

#define ONCE 0
#define STRIDE 1
#define OWN 2
#define PIECE 3

#if PASSING
// 16 bytes that are read once: they leave the nearest cache to others.
static inline vector read(numbers from, const uint i) {
    uint4 w;
    __asm__("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
            : "l"((const __global vector *)from + i));
    return JOIN(as_, JOIN(ACC, V))(w);
}
#elif ALIGNED
static inline vector read(numbers from, const uint i) {
    return ((const __global vector *)from)[i];
}
#else
static inline vector read(numbers from, const uint i) {
    return VLOAD(V, i, from);
}
#endif

static inline vector load(numbers x, numbers y, const uint i) {
#if OPERATION == DOT
    return term(read(x, i), read(y, i));
#else
    return term(read(x, i), 0);
#endif
}

// The elements after the last whole vector.
static inline vector load_rest(numbers x, numbers y, const uint n) {
    ACC from_x[V], from_y[V];
    for (uint e = 0; e < V; e++) {
        const uint i = n / V * V + e;
        from_x[e] = i < n ? x[i] : NEUTRAL;
        from_y[e] = i < n ? y[i] : 0;
    }
    return term(VLOAD(V, 0, from_x), VLOAD(V, 0, from_y));
}

static inline ACC fold_vector(const vector v) {
    ACC part[V];
    VSTORE(V, v, part);
#pragma unroll
    for (int apart = V / 2; apart > 0; apart /= 2)
#pragma unroll
        for (int e = 0; e < apart; e++) part[e] = COMBINE(part[e], part[e + apart]);
    return part[0];
}

#if ONE_SUM
#define SUMS 1
#else
#define SUMS E
#endif

// Adds E vectors to the sums; all are on their way before the first one is needed. Those from `end` on
// count for nothing; `whole` says that there are none.
static inline __attribute__((always_inline)) void fold_batch(vector *sums, numbers x, numbers y,
                                                             const uint i, const uint step,
                                                             const uint end, const int whole) {
    vector v[E];
#pragma unroll
    for (int j = 0; j < E; j++)
        v[j] = whole || i + j * step < end ? load(x, y, i + j * step) : NEUTRAL;
#pragma unroll
    for (int apart = E / 2; apart >= SUMS; apart /= 2)
#pragma unroll
        for (int j = 0; j < apart; j++) v[j] = COMBINE(v[j], v[j + apart]);
#pragma unroll
    for (int j = 0; j < SUMS; j++) sums[j] = COMBINE(sums[j], v[j]);
}

// This work-item's share of all elements, folded.
static inline ACC fold_share(numbers x, numbers y, const uint n) {
    const uint whole = n / V;
#if WALK == ONCE
    const uint step = WG;
    const uint begin = get_group_id(0) * WG * E + get_local_id(0);
    const uint end = min(whole, (uint)(get_group_id(0) + 1) * WG * E);
#elif WALK == STRIDE
    const uint step = get_global_size(0);
    const uint begin = get_global_id(0);
    const uint end = whole;
#elif WALK == PIECE
    const uint step = WG;
    const uint rows = (whole + WG - 1) / WG;
    const uint piece = (rows + get_num_groups(0) - 1) / get_num_groups(0) * WG;
    const uint begin = min(whole, (uint)get_group_id(0) * piece) + get_local_id(0);
    const uint end = min(whole, (uint)(get_group_id(0) + 1) * piece);
#else
    const uint step = 1;
    const uint piece = (whole + get_global_size(0) - 1) / get_global_size(0);
    const uint begin = min(whole, (uint)get_global_id(0) * piece);
    const uint end = min(whole, begin + piece);
#endif

    vector sums[SUMS];
#pragma unroll
    for (int j = 0; j < SUMS; j++) sums[j] = NEUTRAL;
    uint i = begin;
#pragma unroll 1
    for (; i + (E - 1) * step < end; i += E * step) fold_batch(sums, x, y, i, step, end, 1);
    if (i < end) fold_batch(sums, x, y, i, step, end, 0);
    if (get_global_id(0) == 0) sums[0] = COMBINE(sums[0], load_rest(x, y, n));

#pragma unroll
    for (int j = 1; j < SUMS; j++) sums[0] = COMBINE(sums[0], sums[j]);
    return fold_vector(sums[0]);
}
