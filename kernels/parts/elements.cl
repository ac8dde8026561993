// SPDX-License-Identifier: MIT
// Elements of matrices as they are stored, REAL, and as they are computed with, ACC: half and bfloat16
// are only ways to store. Vectors of them from and to global memory, by one name each; ALIGNED says
// that vectors there are aligned to their size.

#ifdef F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ACC double
#else
#define ACC float
#endif

#include "vectors.cl"
#define VECTOR(width) JOIN(ACC, width)

#ifdef BF16
// Half of what is cut off is added, less where that would make the even neighbor odd.
#define ROUNDED(width)                                                        \
    static inline uint##width rounded##width(const uint##width bits) {        \
        return bits + 0x7fff + (bits >> 16 & 1);                              \
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

