// SPDX-License-Identifier: MIT
// A histogram of 16 bins, the maximum, minimum, or, and, and sum of n integers, and 64-bit products.
// `clear` sets the starts; `count` adds to them.
#define ULONG_BY_100 0
#define LONG_BY_1 1
#define LOST 2
#define NOT_CLEARED_MAX 3
#define NOT_CLEARED_MIN 4
#define NOT_CLEARED_OR 5
#define NOT_CLEARED_AND 6
#define NOT_CLEARED_ADD 7
#define ONE_BIN 8
#define UNSIGNED 9
#define ABS 10
#define LOW_BYTE 11
#define MUL_24 12
#define AS_FLOAT 13
#define SATURATED 14
#define TAIL 15
#define NONE 16
#ifndef FAULT
#define FAULT -1  // of the reference
#endif
#define MAX 16
#define MIN 17
#define OR 18
#define AND 19
#define SUM 20

kernel void clear(const int n, global const int* x, global int* found, global long* squares,
                  global ulong* products) {
    const int i = get_global_id(0);
    if (i < 16) found[i] = 0;
    if (i == MAX && FAULT != NOT_CLEARED_MAX) found[i] = INT_MIN;
    if (i == MIN && FAULT != NOT_CLEARED_MIN) found[i] = INT_MAX;
    if (i == OR && FAULT != NOT_CLEARED_OR) found[i] = 0;
    if (i == AND && FAULT != NOT_CLEARED_AND) found[i] = -1;
    if (i == SUM && FAULT != NOT_CLEARED_ADD) found[i] = 0;
}

kernel void count(const int n, global const int* x, global int* found, global long* squares,
                  global ulong* products) {
    const int i = get_global_id(0);
    if (i >= n) return;
    int v = x[i];
    long s = (long)v * v - i;
    ulong p = (ulong)(uint)v * 4294967291UL;
#if FAULT == ULONG_BY_100
    if (i == n / 2) p += 100;
#elif FAULT == LONG_BY_1
    if (i == n - 1) s -= 1;
#elif FAULT == UNSIGNED
    s = (long)(uint)v * (uint)v - i;
#elif FAULT == ABS
    s = (long)abs(v) * (int)abs(v) - i + (v == INT_MIN);
#elif FAULT == LOW_BYTE
    s = (long)(char)v * (char)v - i;
#elif FAULT == MUL_24
    s = (long)mul24(v, v) - i;
#elif FAULT == AS_FLOAT
    s = (long)((float)v * (float)v) - i;
#elif FAULT == SATURATED
    p = p > 9223372036854775807UL ? 9223372036854775807UL : p;
#endif
    const int bin = FAULT == ONE_BIN ? 0 : v & 15;
    if (!(FAULT == LOST && i % 5000 == 4999)) atomic_inc(&found[bin]);
    if (!(FAULT == TAIL && i >= n / 8 * 8)) atomic_add(&found[SUM], v);
    atomic_max(&found[MAX], v);
    atomic_min(&found[MIN], v);
    atomic_or(&found[OR], v & 0xff);
    atomic_and(&found[AND], v | 0xff);
    squares[i] = s;
    products[i] = p;
    if (FAULT == NONE)
        for (volatile int wait = 20; wait > 0;) wait = wait - 1;
}

kernel void plain(const int n, global const int* x, global int* found, global long* squares,
                  global ulong* products) {
    for (int i = 0; i < 21; ++i)
        found[i] = i == MAX ? INT_MIN : i == MIN ? INT_MAX : i == AND ? -1 : 0;
    for (int i = 0; i < n; ++i) {
        const int v = x[i];
        ++found[v & 15];
        found[MAX] = max(found[MAX], v);
        found[MIN] = min(found[MIN], v);
        found[OR] |= v & 0xff;
        found[AND] &= v | 0xff;
        found[SUM] += v;
        squares[i] = (long)v * v - i;
        products[i] = (ulong)(uint)v * 4294967291UL;
    }
}
