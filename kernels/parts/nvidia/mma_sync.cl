// SPDX-License-Identifier: MIT
// The warp-level matrix multiplication: mma.sync on all fragments of one k-block, in each precision.
//
// Expects parts/nvidia/mma_fragments.cl. Defines mma_k_block.

// c += a * b: one instruction.
static inline void mma_tile(ACC *c, const operand_register *a, const operand_register *b) {
#if defined(F64) && MMA_K == 16
    __asm__("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
              "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#elif defined(F64) && MMA_K == 8
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

#if defined(TF32X3)
// Float by three products of tf32 ("3xTF32"): x = big + small. The matrix unit truncates the last 13 bits,
// so about half of their largest value is added first: 11/16 of that half for the smallest mantissa, 11/8
// for the largest. This is nearly as accurate as rounding to nearest, at half of its instructions.
static inline float round_to_tf32(const float x) {
    return fma(x, 0x1.6p-12f, x);
}

static inline void split_tf32(const uint x, uint *big, uint *small) {
    *big = as_uint(round_to_tf32(as_float(x))) & 0xffffe000;
    *small = as_uint(round_to_tf32(as_float(x) - as_float(*big)));
}

// The small products come first. The matrix unit truncates its sums, so each of them spans one k-block
// only, and is added to the accumulator by a rounded addition.
static inline void mma_k_block(accumulators *acc, const fragments *f) {
    uint big_right[MMA_TILES_N][REGISTERS_RIGHT], small_right[MMA_TILES_N][REGISTERS_RIGHT];
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; j++)
#pragma unroll
        for (int r = 0; r < REGISTERS_RIGHT; r++)
            split_tf32(f->right[j][r], &big_right[j][r], &small_right[j][r]);
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++) {
        uint big_left[REGISTERS_LEFT], small_left[REGISTERS_LEFT];
#pragma unroll
        for (int r = 0; r < REGISTERS_LEFT; r++) split_tf32(f->left[i][r], &big_left[r], &small_left[r]);
        float sum[MMA_TILES_N][4];
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++) {
#pragma unroll
            for (int e = 0; e < 4; e++) sum[j][e] = 0;
            mma_tile(sum[j], small_left, big_right[j]);
        }
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++) mma_tile(sum[j], big_left, small_right[j]);
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++) mma_tile(sum[j], big_left, big_right[j]);
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) acc->c[i][j][e] += sum[j][e];
    }
}
#else
static inline void mma_k_block(accumulators *acc, const fragments *f) {
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++)
#pragma unroll
        for (int j = 0; j < MMA_TILES_N; j++)  // serpentine: neighbors in time share a fragment
            mma_tile(acc->c[i][i % 2 ? MMA_TILES_N - 1 - j : j], f->left[i],
                          f->right[i % 2 ? MMA_TILES_N - 1 - j : j]);
}
#endif
