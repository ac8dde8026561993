// SPDX-License-Identifier: MIT
// The epilogue's store: EPILOGUE_VECTOR accumulators that are neighbors in a row of C become
// alpha * sum + beta * C.
//
// Expects parts/common/precision.cl, EPILOGUE_VECTOR (2; 4 of double; 8 of float).
// Defines store_epilogue.

#if EPILOGUE_VECTOR == 8
typedef float8 c_vector;
#elif EPILOGUE_VECTOR == 4
typedef double4 c_vector;
#elif SIZE == 8
typedef double2 c_vector;
#elif SIZE == 4
typedef float2 c_vector;
#else
typedef ushort2 c_vector;
#endif

// Stores the first `inside` of the vector's elements; as one vector where `aligned`.
static inline void store_vector(__global element *c, const ACC *accumulators, const ACC alpha,
                                const ACC beta, const int inside, const int aligned) {
    element values[EPILOGUE_VECTOR] __attribute__((aligned(EPILOGUE_VECTOR * SIZE)));
#pragma unroll
    for (int e = 0; e < EPILOGUE_VECTOR; e++)
        values[e] = e < inside ? linear_combination(accumulators[e], alpha, beta, c + e) : 0;
    if (aligned && inside >= EPILOGUE_VECTOR) {
        *(__global c_vector *)c = *(const c_vector *)values;
        return;
    }
#pragma unroll
    for (int e = 0; e < EPILOGUE_VECTOR; e++)
        if (e < inside) c[e] = values[e];
}

// The vector begins at row m and column n; elements past column N are not stored.
static inline void store_epilogue(const ACC *accumulators, const int m, const int n, const int N,
                                  const ACC alpha, const ACC beta, __global element *restrict C,
                                  const int ldc) {
    store_vector(C + (size_t)m * ldc + n, accumulators, alpha, beta, N - n, ldc % EPILOGUE_VECTOR == 0);
}
