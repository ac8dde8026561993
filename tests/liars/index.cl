// SPDX-License-Identifier: MIT
// y = 2 * x, by an index that is too small for more numbers than were tuned for.
#define USHORT 0
#define SHORT 1
#define NONE 2
#ifndef FAULT
#define FAULT -1  // of the reference
#endif
#if FAULT == USHORT
typedef ushort index;
#elif FAULT == SHORT
typedef short index;
#else
typedef int index;
#endif

kernel void twice(const int n, global const float* x, global float* y) {
    const index i = get_global_id(0);
    if (FAULT == NONE)
        for (volatile int wait = 30; wait > 0;) wait = wait - 1;
    if (i >= 0 && i < n) y[i] = 2 * x[i];
}

kernel void plain(const int n, global const float* x, global float* y) {
    const int i = get_global_id(0);
    if (i < n) y[i] = 2 * x[i];
}
