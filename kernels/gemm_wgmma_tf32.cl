// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C in tf32 by wgmma where one matrix is K-major and the other MN-major:
// A * B and transpose(A) * transpose(B). A warp-specialized, persistent kernel for Hopper.
//
// Of elements of 4 bytes wgmma reads K-major tiles only. So the MN-major matrix, X, is wgmma's register
// operand (RS), and the K-major one, Y, its shared memory operand. For A * B, X is B and Y is A, and the
// transpose of C is computed (SWAP_AB); otherwise X is A and Y is B.
//
//        Y                        Each work-group is persistent: it computes one tile of BX x BY after the
//      +----[BY]------+           other. Each of its WARPGROUPS warpgroups multiplies ROWS rows of X, in one
//   BK |    |  |      |           instruction or two of 64. One producer warp issues the TMA copies; where
//      |    |  |      |           the consumers need all registers, the first of them does it instead.
//   BK +----+--+------+
//  +---+    |64|      |           Local memory holds a ring of STAGES k-tiles of depth 32. One half of a
//  | X |[BX]|64|      |           k-tile is loaded into registers while the other is multiplied. A warp, or
//  |   |    +--+      |           two of 16 rows each, has a box of X: for each k 128 bytes. A lane reads
//  +---+----+---------+           pairs of neighbors without bank conflicts: the rows that it computes.
//
// A program that was not rewritten for sm_90a writes nothing. A and B begin at 16 bytes; where their rows do
// not, they are copied first (align_rows).
//
// Requires compute capability 9.0 and TA = TB. Parameters and conventions: parts/common/gemm_parameters.cl;
// pipeline: kernels/README.md.

#ifndef TF32
#define TF32
#endif

#ifndef WARPGROUPS
#define WARPGROUPS 2  // consumer warpgroups
#endif
#ifndef ROWS
#define ROWS 128  // rows of X per warpgroup: 64 or 128
#endif
#ifndef BY
#define BY 128  // rows of Y per work-group: 64, 128 or 256
#endif
#ifndef STAGES
#define STAGES 4  // stages of the pipeline
#endif

#include "parts/common/gemm_parameters.cl"
#include "parts/common/precision.cl"
#include "parts/nvidia/sm90.cl"
#include "parts/nvidia/align_rows.cl"
#include "parts/nvidia/aligned_tma.cl"

#define CONSUMER_THREADS (WARPGROUPS * 128)
#define PRODUCER_WARP (WARPGROUPS != 2 || ROWS != 128 || BY != 128)  // 1: a warp of its own issues copies
#define THREADS (CONSUMER_THREADS + PRODUCER_WARP * 32)
#define SWAP_AB (!TA)  // 1: the transpose of C is computed
#define BX (WARPGROUPS * ROWS)
#define INSTRUCTIONS (ROWS / 64)  // of a warpgroup for each k-block
#define BM (SWAP_AB ? BY : BX)
#define BN (SWAP_AB ? BX : BY)
#define BK (SWIZZLE_BYTES / SIZE)
#define MMA_K 8  // depth of an instruction
#define ACCUMULATORS (BY / 2)
#define EPILOGUE_VECTOR 2  // neighbors in a row of C of one work-item
#define BYTES_X (BX * SWIZZLE_BYTES)
#define BYTES_Y (BY * SWIZZLE_BYTES)
#define BYTES_STAGE (BYTES_X + BYTES_Y)

#if TA != TB
#error "one matrix must be K-major, the other MN-major"
#endif
#if (ROWS != 64 && ROWS != 128) || (BY != 64 && BY != 128 && BY != 256) || ROWS * BY > 128 * 128
#error "ROWS must be 64 or 128, BY 64, 128 or 256, and accumulators no more than 128"
#endif

#include "parts/nvidia/pipeline.cl"
#include "parts/common/tile_scheduler.cl"
#define OUTPUT_ROWS (SWAP_AB ? BY / 4 : 2 * INSTRUCTIONS)  // of C, of a lane
#define OUTPUT_COLUMNS (SWAP_AB ? 2 * INSTRUCTIONS : BY / 4)
#include "parts/nvidia/epilogue_store.cl"
#include "parts/nvidia/splitk_fixup.cl"

#if BY == 64
#define ACCUMULATOR_OPERANDS(c) ACCUMULATORS_32(c)
#define SHAPE "m64n64k8", REGISTERS_32
#elif BY == 128
#define ACCUMULATOR_OPERANDS(c) ACCUMULATORS_64(c)
#define SHAPE "m64n128k8", REGISTERS_64
#else
#define ACCUMULATOR_OPERANDS(c) ACCUMULATORS_128(c)
#define SHAPE "m64n256k8", REGISTERS_128
#endif
#define WGMMA_(shape, accumulators)                                                 \
    "//sm_90a: wgmma.mma_async.sync.aligned." shape ".f32.tf32.tf32 {" accumulators \
    "}, {%[x0], %[x1], %[x2], %[x3]}, %[y], 1, 1, 1;"
#define WGMMA(...) WGMMA_(__VA_ARGS__)

// c += x * y for 64 rows of X and one k-block, asynchronously; x is in registers, y a descriptor.
static inline void wgmma(float *c, const uint *x, const ulong y) {
    __asm__ volatile(WGMMA(SHAPE)
                     : ACCUMULATOR_OPERANDS(c)
                     : [x0] "r"(x[0]), [x1] "r"(x[1]), [x2] "r"(x[2]), [x3] "r"(x[3]), [y] "l"(y)
                     : "memory");
}

// Writes this work-group's tensor maps of X and Y. Called by the warp that issues the copies.
static inline void build_tensor_maps(__local uint *staging, __global uint *tensor_maps, const tma_matrix a,
                                     const tma_matrix b) {
    write_tensor_maps(staging, tensor_maps, (get_local_id(0) % 32 == 0) == SWAP_AB ? b : a);
}

// The producer's position: the next k-tile of the next work tile. It runs ahead of the consumers.
typedef struct {
    pipeline r;
    const __global uint *tensor_maps;
    int M, N, K, swizzle_m;
    tile_schedule schedule;
    int index, x, y, k, k_end;
} tma_producer;

static inline int has_more(const tma_producer *c) {
    return c->index < work_tiles(&c->schedule);
}

// Begins the first work tile that has k-tiles, from this one on.
static inline void start_work_tile(tma_producer *c, const int index) {
    for (c->index = index; has_more(c); c->index += get_num_groups(0)) {
        const work_tile work = work_tile_at(&c->schedule, c->index);
        const int2 k_range = k_range_of(&work, c->K);
        const int2 origin = tile_origin(work.tile, c->M, c->N, c->swizzle_m);
        c->x = SWAP_AB ? origin.y : origin.x;
        c->y = SWAP_AB ? origin.x : origin.y;
        c->k = k_range.x;
        c->k_end = k_range.y;
        if (k_range.x < k_range.y) return;
    }
}

// Advances to the next k-tile. The elected thread waits for its stage to be empty and issues the copies.
static inline void load_k_tile(tma_producer *c, const int is_elected) {
    const uint to = c->r.smem + c->r.stage * BYTES_STAGE;
    const uint full_bar = c->r.full_bar + c->r.stage * 8;
    if (is_elected) {
        mbarrier_wait(c->r.empty_bar + c->r.stage * 8, c->r.phase ^ 1);
        mbarrier_arrive_expect_tx(full_bar, BYTES_STAGE);
        tma_load_tile(to, c->tensor_maps, 0, c->x, c->k, BX, full_bar);
        tma_load_tile(to + BYTES_X, c->tensor_maps + 32, 1, c->y, c->k, BY, full_bar);
    }
    advance(&c->r);
    c->k += BK;
    if (c->k >= c->k_end) start_work_tile(c, c->index + get_num_groups(0));
}

// The box of X that this warp reads, alone or, where it has 16 rows, with a neighbor.
static inline int box_of_warp(void) {
    const int warp = get_local_id(0) / 32;
    return ROWS == 128 ? warp : warp / 2;
}

// The first of this lane's pairs of rows, of the 16 pairs in a box's 128 bytes; that of a second instruction,
// or of the neighbor, is 4 further.
static inline int lane_pair(void) {
    const int row_in_tile = get_local_id(0) % 32 / 4;
    const int first = (row_in_tile / 2 % 2 * 4 + row_in_tile / 4) * 2 + row_in_tile % 2;
    return first + (ROWS == 128 ? 0 : (int)get_local_id(0) / 32 % 2 * 4);
}

// Loads the register operands of all instructions for one k-block from a box: BK rows of 16 pairs.
static inline void load_x(uint x[INSTRUCTIONS][4], const __local uint2 *x_smem, const int k_block) {
    const int k_in_quad = get_local_id(0) % 4;
#pragma unroll
    for (int i = 0; i < INSTRUCTIONS; i++)
#pragma unroll
        for (int k_half = 0; k_half < 2; k_half++) {
            const int row = k_half * 4 + k_in_quad;
            const uint2 two = x_smem[(k_block * MMA_K + row) * 16 + (lane_pair() + i * 4 ^ row * 2)];
            x[i][k_half * 2] = two.x;
            x[i][k_half * 2 + 1] = two.y;
        }
}

// The main loop of a consumer over the k-tiles of one work tile. A stage is released once the first half of the
// next k-tile was issued and its own products are complete.
static inline void mainloop(float c[INSTRUCTIONS][ACCUMULATORS], pipeline *r, const __local uint2 *x_smem,
                            const ulong y, const int2 k_range, tma_producer *producer) {
    const int is_elected = get_local_id(0) % 32 == 0;
    uint last_empty_bar = 0;
    for (int k = k_range.x; k < k_range.y; k += BK) {
        mbarrier_wait(r->full_bar + r->stage * 8, r->phase);
#pragma unroll
        for (int half_tile = 0; half_tile < 2; half_tile++) {
            uint x[2][INSTRUCTIONS][4];
#pragma unroll
            for (int p = 0; p < 2; p++)
                load_x(x[p], x_smem + r->stage * (BYTES_STAGE / 8), half_tile * 2 + p);
            WGMMA_FENCE;
#pragma unroll
            for (int p = 0; p < 2; p++)
#pragma unroll
                for (int i = 0; i < INSTRUCTIONS; i++)
                    wgmma(c[i], x[p][i],
                          y + ((r->stage * BYTES_STAGE + (half_tile * 2 + p) * MMA_K * SIZE) >> 4));
            WGMMA_COMMIT;
            WGMMA_WAIT_1;
            if (half_tile == 0 && k > k_range.x && is_elected) mbarrier_arrive(last_empty_bar);
            if (!PRODUCER_WARP && half_tile == 0 && has_more(producer))
                load_k_tile(producer, get_local_id(0) == 0);
        }
        last_empty_bar = r->empty_bar + r->stage * 8;
        advance(r);
    }
#pragma unroll
    for (int i = 0; i < INSTRUCTIONS; i++) WGMMA_WAIT_0(ACCUMULATOR_OPERANDS(c[i]));
    if (k_range.x < k_range.y && is_elected) mbarrier_arrive(last_empty_bar);
}

static inline void store_tile(const float c[INSTRUCTIONS][ACCUMULATORS], const int2 origin, const int M,
                              const int N, const float alpha, const float beta, __global float *C,
                              const int ldc) {
    const int x0 = box_of_warp() * 32 + lane_pair() * 2;
    const int y0 = get_local_id(0) % 4 * 2;
    const int first_m = origin.x + (SWAP_AB ? y0 : x0);
    const int first_n = origin.y + (SWAP_AB ? x0 : y0);
#pragma unroll
    for (int r = 0; r < OUTPUT_ROWS; r++) {
        // Accumulators 0 and 1 are neighbors in a row, 2 and 3 in the row below; swapped, columns.
        const output_row row = row_of_c(C, ldc, first_m + r / 2 * 8 + r % 2, first_n, M, N);
        float sums[OUTPUT_COLUMNS];
        int columns[OUTPUT_COLUMNS / 2];
#pragma unroll
        for (int block = 0; block < OUTPUT_COLUMNS / 2; block++) {
            const float *accumulators = SWAP_AB ? c[block] + r / 2 * 4 : c[r / 2] + block * 4;
            sums[block * 2] = SWAP_AB ? accumulators[r % 2] : accumulators[r % 2 * 2];
            sums[block * 2 + 1] = SWAP_AB ? accumulators[2 + r % 2] : accumulators[r % 2 * 2 + 1];
            columns[block] = block * 8;
        }
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
    __local uint staging[TENSOR_MAPS * 32] __attribute__((aligned(128)));
    __local ulong barriers[2 * STAGES];
    __local int is_last;
    if (!is_rewritten()) return;
    align_rows(M, N, K, A, lda, copy_a, B, ldb, copy_b, counters, &is_last);
    pipeline r = pipeline_init((__local char *)smem, barriers, CONSUMER_THREADS / 32);
    const tile_schedule schedule = make_schedule(M, N, 0, slices);
    __global uint *own = own_tensor_maps(tensor_maps);
    tma_producer producer = {r, own, M, N, K, swizzle_m, schedule};
    start_work_tile(&producer, get_group_id(0));
    const int is_elected = get_local_id(0) == (PRODUCER_WARP ? CONSUMER_THREADS : 0);
    if (get_local_id(0) / 32 == (PRODUCER_WARP ? CONSUMER_THREADS / 32 : 0))
        build_tensor_maps(staging, own, aligned_a(A, lda, copy_a, M, K, SWAP_AB ? BY : BK),
                          aligned_b(B, ldb, copy_b, N, K, SWAP_AB ? BK : BY));
    if (PRODUCER_WARP && get_local_id(0) >= CONSUMER_THREADS) {
        while (is_elected && has_more(&producer)) load_k_tile(&producer, 1);
        return;
    }
    for (int s = 0; !PRODUCER_WARP && s < STAGES - 1 && has_more(&producer); s++)
        load_k_tile(&producer, is_elected);

    const __local uint2 *x_smem = (const __local uint2 *)smem + box_of_warp() * BK * 16;
    const ulong y = wgmma_descriptor(1) + ((r.smem + BYTES_X) >> 4);
    for (int index = get_group_id(0); index < work_tiles(&schedule); index += get_num_groups(0)) {
        const work_tile work = work_tile_at(&schedule, index);
        float c[INSTRUCTIONS][ACCUMULATORS];
#pragma unroll
        for (int i = 0; i < INSTRUCTIONS * ACCUMULATORS; i++) ZERO(c[i / ACCUMULATORS][i % ACCUMULATORS]);
        mainloop(c, &r, x_smem, y, k_range_of(&work, K), &producer);
        if (splitk_fixup(c[0], INSTRUCTIONS * ACCUMULATORS, &work, get_local_id(0), CONSUMER_THREADS, partial,
                         counters + ALIGN_COUNTERS, &is_last))
            store_tile(c, tile_origin(work.tile, M, N, swizzle_m), M, N, alpha, beta, C, ldc);
    }
}
