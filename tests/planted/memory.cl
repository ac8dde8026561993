// SPDX-License-Identifier: MIT
// y = x backwards within each work-group, through local memory, right in one way; FAULT says how it
// is wrong in the others. None of them need show in y: a checker of memory has to see them.
#define NONE 0
#define READS_PAST 1     // one element past the end of x
#define READS_BEFORE 2   // one element before x
#define WRITES_PAST 3    // one element past the end of y
#define WRITES_BEFORE 4  // one element before y
#define LOCAL_PAST 5     // one element past the end of local memory
#define RACE 6           // reads what another work-item may not have written yet
#define UNWRITTEN 7      // reads what nobody has written
#ifndef FAULT
#define FAULT NONE
#endif
#ifndef WG
#define WG 32
#endif

__kernel void backwards(const int n, __global const float* x, __global float* y) {
    __local float group[WG];
    const int i = get_global_id(0);
    const int l = get_local_id(0);
#if FAULT == READS_PAST
    const float value = x[i] + 0 * x[i + 1];
#elif FAULT == READS_BEFORE
    const float value = x[i] + 0 * x[i - 1];
#else
    const float value = x[i];
#endif
#if FAULT == LOCAL_PAST
    group[l == WG - 1 ? WG : l] = value;
#elif FAULT == UNWRITTEN
    if (l != 3) group[l] = value;
#else
    group[l] = value;
#endif
#if FAULT != RACE
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    y[i] = group[WG - 1 - l];
#if FAULT == WRITES_PAST
    if (i == n - 1) y[n] = 0;
#elif FAULT == WRITES_BEFORE
    if (i == 0) y[-1] = 0;
#endif
}

__kernel void plain(const int n, __global const float* x, __global float* y) {
    const int i = get_global_id(0);
    y[i] = x[i / WG * WG + WG - 1 - i % WG];
}
