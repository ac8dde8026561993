// SPDX-License-Identifier: MIT
// y = x + 1, in three ways that are all right: what goes wrong is the driver's doing.
#ifndef WG
#define WG 16  // work-items per work-group
#endif
#ifndef ADDEND
#define ADDEND 1
#endif

__kernel void add(const int n, __global const REAL* x, __global REAL* y) {
    const int i = (int)get_global_id(0);
    if (i < n) y[i] = x[i] + ADDEND;
}

__kernel void plain(const int n, __global const REAL* x, __global REAL* y) {
    const int i = (int)get_global_id(0);
    if (i < n) y[i] = x[i] + 1;
}
