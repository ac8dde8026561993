// SPDX-License-Identifier: MIT
// The operations of a reduction: the type that it accumulates in, how two results are combined, and the
// transformation of an element.
//
// Expects V (vector width, 1 included), OPERATION (SUM, DOT, ASUM, MAX; SUM by default), REAL (float by
// default), and F64 or I32 where REAL is double or int.
// Defines ACC, vector, input, COMBINE(a, b), IDENTITY, term.

#define SUM 0
#define DOT 1
#define ASUM 2
#define MAX 3
#ifndef OPERATION
#define OPERATION SUM
#endif
#ifndef REAL
#define REAL float  // the elements of x and y
#endif

// The accumulator's type. Integer sums wrap around, which C defines for unsigned integers only.
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

#include "../common/vector_width.cl"

typedef JOIN(ACC, V) vector;
typedef const __global ACC *input;

#if OPERATION == MAX
#define COMBINE(a, b) max(a, b)
#else
#define COMBINE(a, b) ((a) + (b))
#endif
#if OPERATION != MAX
#define IDENTITY 0
#elif defined(I32)
#define IDENTITY INT_MIN
#else
#define IDENTITY (-INFINITY)
#endif

// What the elements x and y contribute.
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
