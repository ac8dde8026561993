// SPDX-License-Identifier: MIT
// Vector loads and stores of matrix elements in global memory. f16 and bf16 elements are converted to
// float on load and rounded on store.
//
// Expects REAL (the stored type), one of F16, BF16, F64 where it is not float, and ALIGNED (1: vectors
// in global memory are aligned to their size).
// Defines ACC (the accumulator's type), VECTOR(width), LOAD(width, p), STORE(width, v, p).

#ifdef F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ACC double
#else
#define ACC float
#endif

#include "vector_width.cl"
#define VECTOR(width) JOIN(ACC, width)

#ifdef BF16
// Rounds the bits of a float to the nearest bfloat16, ties to even; the upper 16 bits are the result.
#define ROUNDED(width)                                                 \
    static inline uint##width rounded##width(const uint##width bits) { \
        return bits + 0x7fff + (bits >> 16 & 1);                       \
    }
ROUNDED(1)
ROUNDED(2)
ROUNDED(4)
ROUNDED(8)
#endif

#if defined(F16) && ALIGNED
#define LOAD_(width, p) vloada_half##width(0, p)
#define STORE_(width, v, p) vstorea_half##width(v, 0, p)
#elif defined(F16)
#define LOAD_(width, p) vload_half##width(0, p)
#define STORE_(width, v, p) vstore_half##width(v, 0, p)
#elif defined(BF16)
#define LOAD_(width, p) as_float##width(convert_uint##width(vload##width(0, p)) << 16)
#define STORE_(width, v, p) \
    vstore##width(convert_ushort##width(rounded##width(as_uint##width(v)) >> 16), 0, p)
#elif ALIGNED
#define LOAD_(width, p) (*(const __global VECTOR(width) *)(p))
#define STORE_(width, v, p) (*(__global VECTOR(width) *)(p) = (v))
#else
#define LOAD_(width, p) vload##width(0, p)
#define STORE_(width, v, p) vstore##width(v, 0, p)
#endif
#define LOAD(width, p) LOAD_(width, p)
#define STORE(width, v, p) STORE_(width, v, p)
