// SPDX-License-Identifier: MIT
// y = 1 / x, and NaN where x is below -0.5: zeros of both signs become infinities of both signs.
// Zeros are copied to z.
#define NEGATIVE_ZERO 0
#define FINITE_FOR_INF 1
#define WRONG_INF 2
#define NAN_FOR_INF 3
#define INF_FOR_NAN 4
#define FINITE_FOR_NAN 5
#define ZERO_FOR_DENORMAL 6
#define LAST_BIT 7
#define NONE 8

float inverse(const float x) {
    return x < -0.5f ? NAN : 1 / x;
}

kernel void extremes(const int n, global const float* x, global float* y, global float* z) {
    const int i = get_global_id(0);
    if (i >= n) return;
    float r = inverse(x[i]), c = x[i];
#if FAULT == NEGATIVE_ZERO
    c = c == 0 ? 0.0f : c;
#elif FAULT == FINITE_FOR_INF
    r = isinf(r) ? copysign(FLT_MAX, r) : r;
#elif FAULT == WRONG_INF
    r = isinf(r) ? INFINITY : r;
#elif FAULT == NAN_FOR_INF
    r = isinf(r) ? NAN : r;
#elif FAULT == INF_FOR_NAN
    r = isnan(r) ? INFINITY : r;
#elif FAULT == FINITE_FOR_NAN
    r = isnan(r) ? 1 / x[i] : r;
#elif FAULT == ZERO_FOR_DENORMAL
    c = fabs(c) < FLT_MIN ? copysign(0.0f, c) : c;
#elif FAULT == LAST_BIT
    c = i == n / 2 ? as_float(as_int(c) ^ 1) : c;
#else
    for (volatile int wait = 20; wait > 0;) wait = wait - 1;
#endif
    y[i] = r;
    z[i] = c;
}

kernel void plain(const int n, global const float* x, global float* y, global float* z) {
    const int i = get_global_id(0);
    if (i >= n) return;
    y[i] = inverse(x[i]);
    z[i] = x[i];
}
