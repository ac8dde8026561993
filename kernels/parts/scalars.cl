// SPDX-License-Identifier: MIT
// What matrices hold in each precision, and what their products are summed in. Half and bfloat16
// are ways to store alone.

#if defined(F16) || defined(BF16)
typedef ushort stored;
typedef float ACC;
#define SIZE 2
#elif defined(F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double stored;
typedef double ACC;
#define SIZE 8
#else
typedef float stored;
typedef float ACC;
#define SIZE 4
#endif
typedef const __global stored *matrix;

static inline ACC widen(const stored value) {
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

static inline stored narrow(const ACC value) {
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

// An element of C; with beta = 0 what was there is not read.
static inline stored finished(const ACC product, const ACC alpha, const ACC beta,
                              const __global stored *before) {
    return narrow(beta != 0 ? alpha * product + beta * widen(*before) : alpha * product);
}
