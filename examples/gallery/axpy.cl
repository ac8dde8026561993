// SPDX-License-Identifier: MIT
// y = a * x + y in two precisions.
#ifndef WG
#define WG 64
#endif
#ifndef PER_ITEM
#define PER_ITEM 4
#endif
#ifndef REAL
#define REAL float
#endif

kernel void axpy(int n, REAL a, global const REAL* x, global REAL* y) {
    const int from = get_group_id(0) * WG * PER_ITEM + get_local_id(0);
    for (int i = 0; i < PER_ITEM; ++i)
        if (from + i * WG < n) y[from + i * WG] += a * x[from + i * WG];
}

kernel void plain(int n, REAL a, global const REAL* x, global REAL* y) {
    const int i = get_global_id(0);
    y[i] += a * x[i];
}
