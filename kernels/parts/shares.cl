// SPDX-License-Identifier: MIT
// What a work-item of a reduction folds by itself, in registers: its share of all elements. Expects
// what parts/reduction.cl has, and WALK (which share that is), V, E and WG; x and y are read as whole
// vectors where ALIGNED says that they may be.

#define ONCE 0
#define STRIDE 1
#define OWN 2

static inline vector load(numbers x, numbers y, const uint i) {
#if ALIGNED
    return term(((const __global vector *)x)[i], ((const __global vector *)y)[i]);
#else
    return term(VLOAD(V, i, x), VLOAD(V, i, y));
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
#else
    const uint step = 1;
    const uint piece = (whole + get_global_size(0) - 1) / get_global_size(0);
    const uint begin = min(whole, (uint)get_global_id(0) * piece);
    const uint end = min(whole, begin + piece);
#endif

    vector a[E];
#pragma unroll
    for (int j = 0; j < E; j++) a[j] = NEUTRAL;
    uint i = begin;
    for (; i + (E - 1) * step < end; i += E * step)
#pragma unroll
        for (int j = 0; j < E; j++) a[j] = COMBINE(a[j], load(x, y, i + j * step));
    for (; i < end; i += step) a[0] = COMBINE(a[0], load(x, y, i));
    if (get_global_id(0) == 0) a[0] = COMBINE(a[0], load_rest(x, y, n));

#pragma unroll
    for (int j = 1; j < E; j++) a[0] = COMBINE(a[0], a[j]);
    return fold_vector(a[0]);
}
