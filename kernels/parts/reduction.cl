// SPDX-License-Identifier: MIT
// What reductions compute in, and how two results are combined; for vectors of any width, 1 included.
// Expects OPERATION (SUM, DOT, ASUM or MAX) and V, the width.

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

// Vectors of any width, 1 included.
#define float1 float
#define double1 double
#define int1 int
#define uint1 uint
#define as_int1 as_int
#define vload1(i, p) ((p)[i])
#define vstore1(v, i, p) ((p)[i] = (v))
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define VLOAD(width, i, p) VLOAD_(width, i, p)
#define VLOAD_(width, i, p) vload##width(i, p)
#define VSTORE(width, v, p) VSTORE_(width, v, p)
#define VSTORE_(width, v, p) vstore##width(v, 0, p)

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
