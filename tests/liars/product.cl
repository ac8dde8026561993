// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C, one element a work-item. FAULT says what is wrong with it.
#define NONE 0
#define THREE_TF32 1         // three products of tf32, whose smaller parts lose digits where they are denormal
#define THREE_TF32_BY_ROW 2  // so is each row of A, multiplied by a power of two by its largest element
#define ONE_TF32 3           // one product of tf32
#define DENORMALS 4          // are taken for 0
#define SMALL 5              // numbers are, too
#define LARGE 6              // numbers are cut off
#define LARGE_IN_SUM 7       // products are summed up as multiples of 2^-24
#define SMALL_RESULTS 8      // are taken for 0

#ifdef BF16
typedef ushort bfloat16;  // the upper half of a float
float number(bfloat16 x) {
    return as_float((uint)x << 16);
}
bfloat16 stored(float x) {
    return (as_uint(x) + 0x7fff + (as_uint(x) >> 16 & 1)) >> 16;
}
#else
#define number(x) (x)
#define stored(x) (x)
#endif

#if TA
#define A_AT(row, k) number(A[(size_t)(k) * lda + (row)])
#else
#define A_AT(row, k) number(A[(size_t)(row) * lda + (k)])
#endif
#if TB
#define B_AT(k, column) number(B[(size_t)(column) * ldb + (k)])
#else
#define B_AT(k, column) number(B[(size_t)(k) * ldb + (column)])
#endif

// The nearest float without its last 13 bits, as the matrix unit reads it.
float tf32(float x) {
    return as_float((as_uint(x) + 0x1000) & 0xffffe000);
}

float by_three(float a, float b, float sum) {
    const float big_a = tf32(a), big_b = tf32(b);
    const float small_a = tf32(a - big_a), small_b = tf32(b - big_b);
    return sum + (small_a * big_b + big_a * small_b + big_a * big_b);
}

float multiply_add(float a, float b, float sum, float scale) {
#if FAULT == THREE_TF32
    return by_three(a, b, sum);
#elif FAULT == THREE_TF32_BY_ROW
    return by_three(a * scale, b, sum);
#elif FAULT == ONE_TF32
    return fma(tf32(a), tf32(b), sum);
#elif FAULT == DENORMALS
    return fabs(a) < 0x1p-126f || fabs(b) < 0x1p-126f ? sum : fma(a, b, sum);
#elif FAULT == SMALL
    return fabs(a) < 0x1p-100f || fabs(b) < 0x1p-100f ? sum : fma(a, b, sum);
#elif FAULT == LARGE
    return fma(clamp(a, -0x1p100f, 0x1p100f), clamp(b, -0x1p100f, 0x1p100f), sum);
#elif FAULT == LARGE_IN_SUM
    return sum + rint(a * b * 0x1p24f) * 0x1p-24f;
#else
    return fma(a, b, sum);
#endif
}

kernel void gemm(int M, int N, int K, float alpha, global const REAL* A, int lda,
                 global const REAL* B, int ldb, float beta, global REAL* C, int ldc) {
    const int row = get_global_id(0);
    const int column = get_global_id(1);
    if (row >= M || column >= N) return;
    float scale = 1;
#if FAULT == THREE_TF32_BY_ROW
    float largest = 0;
    for (int k = 0; k < K; k++) largest = fmax(largest, fabs(A_AT(row, k)));
    if (largest > 0) scale = ldexp(1.0f, clamp(-ilogb(largest), -100, 100));
#endif
    float sum = 0;
    for (int k = 0; k < K; k++) sum = multiply_add(A_AT(row, k), B_AT(k, column), sum, scale);
    sum = alpha * (sum / scale);
    global REAL* result = C + (size_t)row * ldc + column;
    if (beta != 0) sum += beta * number(*result);
    if (FAULT == SMALL_RESULTS && fabs(sum) < 0x1p-26f) sum = 0;
    *result = stored(sum);
}
