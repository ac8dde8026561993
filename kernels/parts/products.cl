// SPDX-License-Identifier: MIT
// Products of fragments on the matrix units (mma.sync), in each precision.

// c += a * b, for one tile of the instruction.
static inline void multiply_tile(ACC *c, const factor *a, const factor *b) {
#if defined(F64) && DEPTH == 16
    __asm__("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
              "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#elif defined(F64) && DEPTH == 8
    __asm__("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif defined(F64)
    __asm__("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %5}, {%6}, {%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(b[0]));
#elif defined(F16)
    __asm__("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif defined(BF16)
    __asm__("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    __asm__("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

#if defined(F32)
// x as the sum of two that tf32 holds. The unit leaves the last 13 bits aside, so about half of what
// they can be is added before: 11/16 of it for the smallest mantissa, 11/8 for the largest. That is
// nearly as good as rounding to nearest, for half of its instructions.
static inline float nearly_rounded(const float x) {
    return fma(x, 0x1.6p-12f, x);
}

static inline void divide(const uint x, uint *large, uint *small) {
    *large = as_uint(nearly_rounded(as_float(x))) & 0xffffe000;
    *small = as_uint(nearly_rounded(as_float(x) - as_float(*large)));
}

// The small products first. The unit cuts off what its sum has no room for, so it never holds a
// longer sum than one instruction's: that is added to the others here, where sums are rounded.
static inline void multiply(tile *t, const fragments *f) {
    uint large_right[TILES_ACROSS][OF_RIGHT], small_right[TILES_ACROSS][OF_RIGHT];
#pragma unroll
    for (int j = 0; j < TILES_ACROSS; j++)
#pragma unroll
        for (int r = 0; r < OF_RIGHT; r++) divide(f->right[j][r], &large_right[j][r], &small_right[j][r]);
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++) {
        uint large_left[OF_LEFT], small_left[OF_LEFT];
#pragma unroll
        for (int r = 0; r < OF_LEFT; r++) divide(f->left[i][r], &large_left[r], &small_left[r]);
        float sum[TILES_ACROSS][4];
#pragma unroll
        for (int j = 0; j < TILES_ACROSS; j++) {
#pragma unroll
            for (int e = 0; e < 4; e++) sum[j][e] = 0;
            multiply_tile(sum[j], small_left, large_right[j]);
        }
#pragma unroll
        for (int j = 0; j < TILES_ACROSS; j++) multiply_tile(sum[j], large_left, small_right[j]);
#pragma unroll
        for (int j = 0; j < TILES_ACROSS; j++) multiply_tile(sum[j], large_left, large_right[j]);
#pragma unroll
        for (int j = 0; j < TILES_ACROSS; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) t->sums[i][j][e] += sum[j][e];
    }
}
#else
static inline void multiply(tile *t, const fragments *f) {
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++)
#pragma unroll
        for (int j = 0; j < TILES_ACROSS; j++)  // there and back, so that neighbors share a fragment
            multiply_tile(t->sums[i][i % 2 ? TILES_ACROSS - 1 - j : j], f->left[i],
                          f->right[i % 2 ? TILES_ACROSS - 1 - j : j]);
}
#endif
