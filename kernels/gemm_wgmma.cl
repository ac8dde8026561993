// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C by warpgroup matrix instructions (wgmma) on tiles that TMA copies: a
// warp-specialized, persistent kernel for Hopper (as CUTLASS's KernelTmaWarpSpecialized).
//
// Each work-group is persistent: it computes one tile of BM x BN elements of C after the other. Each of its
// WARPGROUPS consumer warpgroups (4 warps) multiplies 64 rows; one producer warp issues the TMA copies.
//
//        N                        Local memory holds a ring of STAGES k-tiles, each 128 bytes deep. The
//      +----[BN]------+           producer waits for a stage's empty barrier and issues its copies; the
//   BK |    |  |      |           consumers wait for its full barrier, and their wgmma instructions read
//      |    |  |   B  |           A and B from local memory. While a tile of C is stored, the k-tiles
//   BK +----+--+------+           of the next one arrive.
//  +---+    |64|      |
//  |   |[BM]|64|   C  |           The producer warp first writes the tensor maps of A and B.
//  | A |    +--+      |
//  +---+----+---------+
//
// Accumulators are float. A program that was not rewritten for sm_90a writes nothing. A and B begin at 16
// bytes; where their rows do not, they are copied first (align_rows).
//
// Requires compute capability 9.0. Parameters and conventions: parts/common/gemm_parameters.cl; pipeline:
// kernels/README.md.

#if !defined(F16) && !defined(BF16) && !defined(TF32)
#define F16  // the precision: one of these three; in tf32 both matrices must be K-major
#endif

#ifndef WARPGROUPS
#define WARPGROUPS 2  // consumer warpgroups, each with 64 rows of C
#endif
#ifndef BN
#define BN 128  // columns of C per work-group: 64, 128, 192 or 256
#endif
#ifndef STAGES
#define STAGES 4  // stages of the pipeline
#endif
#ifndef STORE_STAGES
#define STORE_STAGES 0  // boxes of C per warp in local memory on their way; 0: stored from registers
#endif

#define TENSOR_MAPS (STORE_STAGES > 0 ? 3 : 2)

#include "parts/common/gemm_parameters.cl"
#include "parts/common/precision.cl"
#include "parts/nvidia/sm90.cl"
#include "parts/nvidia/align_rows.cl"
#include "parts/nvidia/aligned_tma.cl"

#define CONSUMER_THREADS (WARPGROUPS * 128)
#define THREADS (CONSUMER_THREADS + 32)
#define BM (WARPGROUPS * 64)
#define BK (SWIZZLE_BYTES / SIZE)
#define MMA_K (32 / SIZE)  // depth of an instruction
#define ACCUMULATORS (BN / 2)
#define EPILOGUE_VECTOR 2  // neighbors in a row of C of one work-item
#define BYTES_A (BM * SWIZZLE_BYTES)
#define BYTES_B (BN * SWIZZLE_BYTES)
#define BYTES_STAGE (BYTES_A + BYTES_B)
// Bytes from one k-block of a k-tile to the next.
#define K_BLOCK_BYTES_A (K_MAJOR_A ? MMA_K * SIZE : MMA_K * SWIZZLE_BYTES)
#define K_BLOCK_BYTES_B (K_MAJOR_B ? MMA_K * SIZE : MMA_K * SWIZZLE_BYTES)

#if BN % 64 != 0 || BN > 256
#error "BN must be 64, 128, 192 or 256"
#endif
#if STORE_STAGES > 0 && (SIZE != 2 || BN / 64 % STORE_STAGES != 0)
#error "boxes hold elements of 2 bytes, and a row of boxes fills the ring once or several times"
#endif
#if SIZE == 4 && (TA || !TB)
#error "of elements of 4 bytes wgmma reads K-major tiles only"
#endif

#include "parts/nvidia/pipeline.cl"
#include "parts/common/tile_scheduler.cl"
#include "parts/nvidia/tma_producer.cl"
#define OUTPUT_COLUMNS 8  // of a lane that are stored at once
#include "parts/nvidia/epilogue_store.cl"
#if SIZE == 2
#include "parts/nvidia/quad_store.cl"
#endif
#if STORE_STAGES > 0
#include "parts/nvidia/staged_store.cl"
#endif
#include "parts/nvidia/splitk_fixup.cl"

#if BN == 64
#define ACCUMULATOR_OPERANDS ACCUMULATORS_32(c)
#define SHAPE "m64n64", REGISTERS_32
#elif BN == 128
#define ACCUMULATOR_OPERANDS ACCUMULATORS_64(c)
#define SHAPE "m64n128", REGISTERS_64
#elif BN == 192
#define ACCUMULATOR_OPERANDS ACCUMULATORS_96(c)
#define SHAPE "m64n192", REGISTERS_96
#else
#define ACCUMULATOR_OPERANDS ACCUMULATORS_128(c)
#define SHAPE "m64n256", REGISTERS_128
#endif
#if TA
#define MN_MAJOR_A "1"
#else
#define MN_MAJOR_A "0"
#endif
#if TB
#define MN_MAJOR_B "0"
#else
#define MN_MAJOR_B "1"
#endif
#if defined(F16)
#define TYPES "k16.f32.f16.f16", ", " MN_MAJOR_A ", " MN_MAJOR_B
#elif defined(BF16)
#define TYPES "k16.f32.bf16.bf16", ", " MN_MAJOR_A ", " MN_MAJOR_B
#else
#define TYPES "k8.f32.tf32.tf32", ""
#endif
#define WGMMA_(shape, accumulators, types, across)                          \
    "//sm_90a: wgmma.mma_async.sync.aligned." shape types " {" accumulators \
    "}, %[a], %[b], 1, 1, 1" across ";"
#define WGMMA(...) WGMMA_(__VA_ARGS__)

// c += a * b for one k-block, asynchronously; a and b are descriptors.
static inline void wgmma(float *c, const ulong a, const ulong b) {
    __asm__ volatile(WGMMA(SHAPE, TYPES) : ACCUMULATOR_OPERANDS : [a] "l"(a), [b] "l"(b) : "memory");
}

// The main loop of a consumer over the k-tiles of one work tile. A stage is released once the products of
// the next k-tile were issued and those of its own are complete.
static inline void mainloop(float *c, pipeline *state, const ulong a, const ulong b, const int2 k_range) {
    const int is_elected = get_local_id(0) % 32 == 0;
    uint last_empty_bar = 0;
    for (int k = k_range.x; k < k_range.y; k += BK) {
        mbarrier_wait(state->full_bar + state->stage * 8, state->phase);
        WGMMA_FENCE;
#pragma unroll
        for (int k_block = 0; k_block < BK / MMA_K; k_block++)
            wgmma(c, a + ((state->stage * BYTES_STAGE + k_block * K_BLOCK_BYTES_A) >> 4),
                  b + ((state->stage * BYTES_STAGE + k_block * K_BLOCK_BYTES_B) >> 4));
        WGMMA_COMMIT;
        WGMMA_WAIT_1;
        if (k > k_range.x && is_elected) mbarrier_arrive(last_empty_bar);
        last_empty_bar = state->empty_bar + state->stage * 8;
        advance(state);
    }
    WGMMA_WAIT_0(ACCUMULATOR_OPERANDS);
    if (k_range.x < k_range.y && is_elected) mbarrier_arrive(last_empty_bar);
}

// The matrix whose tensor map lane i of the producer warp writes: A, B, and C where TMA stores it.
static inline tma_matrix matrix_of_lane(const int M, const int N, const int K, matrix A, const int lda,
                                        matrix copy_a, matrix B, const int ldb, matrix copy_b, matrix C,
                                        const int ldc) {
    const int lane = get_local_id(0) % 32;
#if STORE_STAGES > 0
    if (lane == 2) return tma_matrix_c(C, ldc, M, N);
#endif
    return lane == 0 ? tma_matrix_a(A, lda, copy_a, M, K) : tma_matrix_b(B, ldb, copy_b, N, K);
}

// This lane's pairs of four neighboring blocks of 8 columns, the first of which is the `block`-th; of its
// upper or lower row.
static inline void four_pairs(const float *c, const int lower, const int block, float *pairs) {
#pragma unroll
    for (int b = 0; b < 4; b++) {
        pairs[2 * b] = c[(block + b) * 4 + lower * 2];
        pairs[2 * b + 1] = c[(block + b) * 4 + lower * 2 + 1];
    }
}

// The epilogue of a warp from its registers: 16 rows of a tile, the first of which is m.
static inline void store_registers(const float *c, const int m, const int n, const int M, const int N,
                                   const float alpha, const float beta, __global element *restrict C,
                                   const int ldc) {
    const int lane = get_local_id(0) % 32;
    const int first_m = m + lane / 4;
#if SIZE == 2
    if (rows_are_blocks(beta, C, ldc, N)) {
#pragma unroll
        for (int half_of_rows = 0; half_of_rows < 2; half_of_rows++)
#pragma unroll
            for (int j = 0; j < BN / 8; j += 4) {
                float sums[8];
                four_pairs(c, half_of_rows, j, sums);
                store_four_blocks(sums, first_m + half_of_rows * 8, n + j * 8, M, N, alpha, C, ldc);
            }
        return;
    }
#endif
#pragma unroll
    for (int half_of_rows = 0; half_of_rows < 2; half_of_rows++)
#pragma unroll
        for (int j = 0; j < BN / 8; j += 4) {
            const output_row row =
                row_of_c(C, ldc, first_m + half_of_rows * 8, n + j * 8 + lane % 4 * 2, M, N);
            const int columns[4] = {0, 8, 16, 24};
            float sums[8];
            four_pairs(c, half_of_rows, j, sums);
            store_row(&row, columns, sums, alpha, beta);
        }
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void gemm(const int M, const int N, const int K, const float alpha,
          matrix A, const int lda, __global element *copy_a, matrix B, const int ldb,
          __global element *copy_b, __global uint *tensor_maps, const float beta,
          __global element *restrict C, const int ldc, __global float *partial,
          volatile __global uint *counters, const int swizzle_m, const int slices) {
    __local uint4 smem[STAGES * BYTES_STAGE / 16] __attribute__((aligned(1024)));
#if STORE_STAGES > 0
    __local uint4 boxes[CONSUMER_THREADS / 32 * STORE_STAGES * BYTES_BOX / 16] __attribute__((aligned(1024)));
#endif
    __local uint staging[TENSOR_MAPS * 32] __attribute__((aligned(128)));
    __local ulong barriers[2 * STAGES];
    __local int is_last;
    if (!is_rewritten()) return;
    align_rows(M, N, K, A, lda, copy_a, B, ldb, copy_b, counters, &is_last);
    pipeline state = pipeline_init((__local char *)smem, barriers, CONSUMER_THREADS / 32);
    const tile_schedule schedule = make_schedule(M, N, 0, slices);
    __global uint *own = own_tensor_maps(tensor_maps);
    const int warp = get_local_id(0) / 32;
    if (warp == CONSUMER_THREADS / 32)
        write_tensor_maps(staging, own, matrix_of_lane(M, N, K, A, lda, copy_a, B, ldb, copy_b, C, ldc));
#if STORE_STAGES > 0
    // Consumers use the tensor map of C.
    barrier(CLK_GLOBAL_MEM_FENCE);
    ACQUIRE_TENSOR_MAP(own + 64);
    const uint ring = (uint)(ulong)(__local char *)boxes + warp * STORE_STAGES * BYTES_BOX;
    const int by_tma = is_stored_by_tma(C, ldc, N);
#endif

    if (warp == CONSUMER_THREADS / 32) {
        if (get_local_id(0) == CONSUMER_THREADS)
            tma_producer_loop(&state, own, &schedule, M, N, K, swizzle_m);
        return;
    }

    // 64 rows of a tile are 64 * 128 bytes, K-major or MN-major.
    const ulong a = wgmma_descriptor(K_MAJOR_A) + ((state.smem + warp / 4 * 64 * SWIZZLE_BYTES) >> 4);
    const ulong b = wgmma_descriptor(K_MAJOR_B) + ((state.smem + BYTES_A) >> 4);
    for (int index = get_group_id(0); index < work_tiles(&schedule); index += get_num_groups(0)) {
        const work_tile work = work_tile_at(&schedule, index);
        float c[ACCUMULATORS];
#pragma unroll
        for (int i = 0; i < ACCUMULATORS; i++) ZERO(c[i]);
        mainloop(c, &state, a, b, k_range_of(&work, K));
        if (!splitk_fixup(c, ACCUMULATORS, &work, get_local_id(0), CONSUMER_THREADS, partial,
                          counters + ALIGN_COUNTERS, &is_last))
            continue;

        const int2 origin = tile_origin(work.tile, M, N, swizzle_m);
        const int m = origin.x + warp * 16;
#if STORE_STAGES > 0
        if (beta == 0) {
            if (by_tma) store_by_tma(c, alpha, ring, own + 64, m, origin.y);
            else store_by_rows(c, alpha, ring, m, origin.y, M, N, C, ldc);
            continue;
        }
#endif
        store_registers(c, m, origin.y, M, N, alpha, beta, C, ldc);
    }
#if STORE_STAGES > 0
    wait_for_stores();
#endif
}
