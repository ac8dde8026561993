// SPDX-License-Identifier: MIT
// The type of a matrix element, the type that its products are accumulated in, and conversions.
//
// Expects one of F16, BF16, TF32, TF32X3, F32, F64; TF32, TF32X3 and F32 are stored as float.
// Defines element (as stored), ACC (the accumulator's type), SIZE (bytes of an element), matrix,
// widen, narrow, narrow_pair (of 2 bytes).

#if defined(F16) || defined(BF16)
typedef ushort element;
typedef float ACC;
#define SIZE 2
#elif defined(F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double element;
typedef double ACC;
#define SIZE 8
#else
typedef float element;
typedef float ACC;
#define SIZE 4
#endif
typedef const __global element *matrix;

// To the accumulator's type.
static inline ACC widen(const element value) {
#if defined(F16)
    float wide;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value));
    return wide;
#elif defined(BF16)
    return as_float((uint)value << 16);
#else
    return value;
#endif
}

// Rounds to the stored type.
static inline element narrow(const ACC value) {
#if defined(F16)
    ushort bits;
    __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#elif defined(BF16)
    ushort bits;
    __asm__("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    return value;
#endif
}

#if SIZE == 2
// Two elements as they lie in memory.
static inline uint narrow_pair(const float first, const float second) {
    uint pair;
#if defined(F16)
    __asm__("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
#else
    __asm__("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
#endif
    return pair;
}
#endif
