// SPDX-License-Identifier: MIT
// What reductions compute in, and how two results are combined; for vectors of any width, 1 included.
// Expects V, the width.

#define SUM 0
#define DOT 1
#define ASUM 2
#define MAX 3
#ifndef OPERATION
#define OPERATION SUM
#endif
#ifndef REAL
#define REAL float  // what x and y hold; F64 and I32 are defined for double and int
#endif

// What is computed in. Integers wrap around, which only unsigned ones do by rule.
#if defined(F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ACC double
#elif defined(I32) && OPERATION != MAX
#define ACC uint
#elif defined(I32)
#define ACC int
#else
#define ACC float
#endif

#include "vectors.cl"

typedef JOIN(ACC, V) vector;
typedef const __global ACC *numbers;

#if OPERATION == MAX
#define COMBINE(a, b) max(a, b)
#else
#define COMBINE(a, b) ((a) + (b))
#endif
#if OPERATION != MAX
#define NEUTRAL 0
#elif defined(I32)
#define NEUTRAL INT_MIN
#else
#define NEUTRAL (-INFINITY)
#endif

// What the elements x and y bring to the result.
static inline vector term(const vector x, const vector y) {
#if OPERATION == DOT
    return x * y;
#elif OPERATION == ASUM && defined(I32)
    return abs(JOIN(as_int, V)(x));
#elif OPERATION == ASUM
    return fabs(x);
#else
    return x;
#endif
}
