// SPDX-License-Identifier: MIT
// y = 2.5 * x, right in one way and wrong in many, each as a kernel of a user's could be: FAULT says
// which. `state` is scratch that nobody else writes between two launches.
#define NO_GUARD 0
#define FAR_PAST 1
#define JUST_PAST 2
#define BEFORE 3
#define INTO_INPUT 4
#define INPUT_PAST 5
#define INPUT_BEFORE 6
#define MOD_7 7
#define ODD 8
#define TAIL_OF_4 9
#define SMALL 10
#define LAST_GROUP 11
#define DENORMALS 12
#define LARGE 13
#define STALE_NAN 14
#define KEPT 15
#define FMAX 16
#define FMIN 17
#define ADDS 18
#define LAST_RESULT 19
#define SECOND_LAUNCH 20
#define FROM_THIRD_LAUNCH 21
#define ONE_IN_ALL 22
#define NAN_WRITTEN 23
#define INF_WRITTEN 24
#define UNWRITTEN 25
#define NO_BARRIER 26
#define LOCAL_UNWRITTEN 27
#define FEW_DIGITS 28
#define SWAPPED 29
#define REPEATED 30
#define ROUNDED 31
#define NEIGHBOR 32
#define READS_PAST 33
#define READS_BEFORE 34
#define SCRATCH_PAST 35
#define INPUT_LAST_RUN 36
#define NONE 37
#ifndef WG
#define WG 64
#endif

kernel void scale(const int n, const float a, global float* x, global float* y, global int* state) {
    const int i = get_global_id(0), l = get_local_id(0);
    local float all[WG];
    const float v = i < n ? x[i] : 0;
    float r = a * v;
#if FAULT == NO_GUARD
    y[i] = a * x[i];
    return;
#elif FAULT == FAR_PAST
    if (i == 3) y[n + (1 << 18)] = 1;
#elif FAULT == JUST_PAST
    if (i == n - 1) y[n] = r;
#elif FAULT == BEFORE
    if (i == 0) y[-1] = r;
#elif FAULT == INTO_INPUT
    if (i == n / 2) x[i] = r;
#elif FAULT == INPUT_PAST
    if (i == 0) x[n] = 0;
#elif FAULT == INPUT_BEFORE
    if (i == 0) x[-3] = 0;
#elif FAULT == MOD_7
    if (n % 7 == 3 && i == n - 1) r = 0;
#elif FAULT == ODD
    if (n % 2 == 1 && i == n - 2) r += 1;
#elif FAULT == TAIL_OF_4
    if (i >= n / 4 * 4) return;
#elif FAULT == SMALL
    if (n < WG && i == 0) return;
#elif FAULT == LAST_GROUP
    if (n % WG == 1 && i == n - 1) r = 7;
#elif FAULT == DENORMALS
    if (fabs(v) < 1e-38f) r = 0;
#elif FAULT == LARGE
    r = a * clamp(v, -2.0f, 2.0f);
#elif FAULT == STALE_NAN
    if (i < n && !isnan(y[i])) return;
#elif FAULT == KEPT
    if (i < n && fabs(y[i]) < 10000) return;
#elif FAULT == FMAX
    if (i < n) r = fmax(y[i], r);
#elif FAULT == FMIN
    if (i < n) r = fmin(y[i], r);
#elif FAULT == ADDS
    if (i < n) r += isnan(y[i]) || fabs(y[i]) > 1e20f ? 0 : y[i];
#elif FAULT == LAST_RESULT
    if (i < n && y[i] == r) r = 1 - r;
#elif FAULT == SECOND_LAUNCH || FAULT == FROM_THIRD_LAUNCH
    if (i == 0) {
        state[0] = state[1] == 123 ? state[0] + 1 : 1;
        state[1] = 123;
        if (state[0] >= (FAULT == SECOND_LAUNCH ? 2 : 3)) r += 1;
    }
#elif FAULT == ONE_IN_ALL
    if (i == n / 3) r *= 1.001f;
#elif FAULT == NAN_WRITTEN
    if (i == n - 5) r = NAN;
#elif FAULT == INF_WRITTEN
    if (i == n - 5) r = INFINITY;
#elif FAULT == UNWRITTEN
    if (i == n - 1) return;
#elif FAULT == NO_BARRIER || FAULT == LOCAL_UNWRITTEN
    if (FAULT == NO_BARRIER || l > 0) all[l] = r;
    if (FAULT == LOCAL_UNWRITTEN) barrier(CLK_LOCAL_MEM_FENCE);
    if (i - l + WG <= n) {
        y[i - l + (l + 1) % WG] = all[(l + 1) % WG];
        return;
    }
#elif FAULT == FEW_DIGITS
    r = a * (rint(v * 65536) / 65536);
#elif FAULT == SWAPPED
    if (i < n - 1 && l < 2) r = a * x[i ^ 1];
#elif FAULT == REPEATED
    if (i < n) y[i & ~1] = r;
    return;
#elif FAULT == ROUNDED
    r *= 1.00001f;
#elif FAULT == NEIGHBOR
    if (i == n - 1) r = a * x[n - 2];
#elif FAULT == READS_PAST
    if (i == n - 1) r += 0 * x[n + state[0] % 2] + 0 * x[n + 2] + 0 * x[n + 4];
#elif FAULT == READS_BEFORE
    if (i == 0) r = fmin(r, x[-1]) + fmax(r, x[-2]) - r + 0 * x[-3] + 0 * x[-5];
#elif FAULT == SCRATCH_PAST
    if (i == 0) state[16] = 1;
#elif FAULT == INPUT_LAST_RUN
    if (i == 0) x[0] = -x[0];
#else
    for (volatile int wait = 20; wait > 0;) wait = wait - 1;
#endif
    if (i < n) y[i] = r;
}

kernel void plain(const int n, const float a, global float* x, global float* y, global int* state) {
    const int i = get_global_id(0);
    if (i < n) y[i] = a * x[i];
}
