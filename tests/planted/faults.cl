// SPDX-License-Identifier: MIT
// y = 2 * x, right in two ways and wrong in many: FAULT says which. Each wrong way is faster than
// NONE, so that whatever is not seen through would win.
#define NONE 0
#define ENDLESS 1        // never ends
#define OUTSIDE 2        // writes one element past the end
#define NEARLY 3         // one element is off by 1e-3
#define NOT_A_NUMBER 4   // one element is NaN
#define REFUSED 5        // does not compile
#define SLOW_COMPILER 6  // compiles for longer than anybody waits
#define HUGE 7           // takes 2 GiB of local memory
#define NULL_POINTER 8   // takes its process with it
#define UNWRITTEN 9      // leaves one element as it was
#define INPUT 10         // changes what it should only read
#define SLOW 11          // is right, and so slow that one run says enough
#ifndef FAULT
#define FAULT NONE
#endif

#if FAULT == REFUSED
#error "this is refused"
#endif

// An expression of 10^14 ones, which takes no memory but a day.
#if FAULT == SLOW_COMPILER
#define TO_1 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1
#define TO_2 TO_1 + TO_1 + TO_1 + TO_1 + TO_1 + TO_1 + TO_1 + TO_1 + TO_1 + TO_1
#define TO_3 TO_2 + TO_2 + TO_2 + TO_2 + TO_2 + TO_2 + TO_2 + TO_2 + TO_2 + TO_2
#define TO_4 TO_3 + TO_3 + TO_3 + TO_3 + TO_3 + TO_3 + TO_3 + TO_3 + TO_3 + TO_3
#define TO_5 TO_4 + TO_4 + TO_4 + TO_4 + TO_4 + TO_4 + TO_4 + TO_4 + TO_4 + TO_4
#define TO_6 TO_5 + TO_5 + TO_5 + TO_5 + TO_5 + TO_5 + TO_5 + TO_5 + TO_5 + TO_5
#define TO_7 TO_6 + TO_6 + TO_6 + TO_6 + TO_6 + TO_6 + TO_6 + TO_6 + TO_6 + TO_6
#define TO_8 TO_7 + TO_7 + TO_7 + TO_7 + TO_7 + TO_7 + TO_7 + TO_7 + TO_7 + TO_7
#define TO_9 TO_8 + TO_8 + TO_8 + TO_8 + TO_8 + TO_8 + TO_8 + TO_8 + TO_8 + TO_8
#define TO_10 TO_9 + TO_9 + TO_9 + TO_9 + TO_9 + TO_9 + TO_9 + TO_9 + TO_9 + TO_9
#define TO_11 TO_10 + TO_10 + TO_10 + TO_10 + TO_10 + TO_10 + TO_10 + TO_10 + TO_10 + TO_10
#define TO_12 TO_11 + TO_11 + TO_11 + TO_11 + TO_11 + TO_11 + TO_11 + TO_11 + TO_11 + TO_11
#define TO_13 TO_12 + TO_12 + TO_12 + TO_12 + TO_12 + TO_12 + TO_12 + TO_12 + TO_12 + TO_12
#define TO_14 TO_13 + TO_13 + TO_13 + TO_13 + TO_13 + TO_13 + TO_13 + TO_13 + TO_13 + TO_13
#if TO_14
#endif
#endif

static float doubled(const float x, const int i, const int n) {
#if FAULT == NEARLY
    return 2 * x + (i == n / 3 ? 1e-3f : 0);
#elif FAULT == NOT_A_NUMBER
    return i == n - 1 ? NAN : 2 * x;
#elif FAULT == NONE
    for (volatile int rest = 20; rest > 0;) rest = rest - 1;
#elif FAULT == SLOW
    for (volatile int rest = 10000; rest > 0;) rest = rest - 1;
#endif
    return 2 * x;
}

__kernel void twice(const int n, __global float *x, __global float *y) {
    const int i = get_global_id(0);
#if FAULT == HUGE
    __local volatile float all[1 << 29];
    all[i] = x[i];
    y[i] = 2 * all[i];
    return;
#elif FAULT == ENDLESS
    for (volatile int rest = 1; rest > 0;) rest = 1;
#elif FAULT == NULL_POINTER
    *(volatile __global float *)0 = x[i];
#elif FAULT == UNWRITTEN
    if (i == n / 2) return;
#elif FAULT == INPUT
    if (i == 7) x[i] = 0;
#endif
#if FAULT == OUTSIDE
    if (i == n - 1) y[n] = 1;
#endif
    if (i < n) y[i] = doubled(x[i], i, n);
}

__kernel void plain(const int n, __global float *x, __global float *y) {
    y[get_global_id(0)] = 2 * x[get_global_id(0)];
}
