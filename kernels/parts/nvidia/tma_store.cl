// SPDX-License-Identifier: MIT
// The epilogue's store by TMA, of elements of 2 bytes: a warp leaves its part of a tile of C in local memory,
// box by box, and TMA stores each box while the warp goes on, at last with the main loop of the next tile.
// A warp's part is 16 rows; a box is 16 rows of 128 bytes, swizzled as sm90.cl says. Each warp has a ring of
// STORE_STAGES boxes. C is not read (beta = 0); its first row and all others begin at 16 bytes, and end there,
// since TMA writes no less.
//
// Expects parts/nvidia/sm90.cl, BN, STORE_STAGES (a divisor of BN / 64).
// Defines BYTES_BOX, tma_matrix_c, tma_store_row_of_boxes, tma_store_wait.

#define BOX_ROWS 16
#define BOX_COLUMNS (SWIZZLE_BYTES / SIZE)
#define BYTES_BOX (BOX_ROWS * SWIZZLE_BYTES)

// Waits until at most `n` of the boxes that this lane gave to TMA still have to be read.
#define TMA_STORE_WAIT_READ(n) PTX("cp.async.bulk.wait_group.read %0;" ::"n"(n))

static inline tma_matrix tma_matrix_c(const __global element *C, const int ldc, const int M, const int N) {
    return (tma_matrix){C, N, M, ldc, BOX_ROWS};
}

static inline void tma_store_box(const __global uint *tensor_map, const int x, const int y,
                                 const uint from) {
    PTX("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(tensor_map),
        "r"(x), "r"(y), "r"(from));
    PTX("cp.async.bulk.commit_group;" ::);
}

// Stores four matrices of 8 rows of 16 bytes, one register of each; each lane passes the address of one of
// their 32 rows.
static inline void stmatrix_x4(const uint to, const uint w, const uint x, const uint y, const uint z) {
    PTX("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(w), "r"(x), "r"(y),
        "r"(z));
}

// Stores alpha times the sums that a warp holds: 16 rows from row m on and BN columns from column n on, of
// which TMA leaves out what lies past the matrix. `ring` is the warp's own.
static inline void tma_store_row_of_boxes(const float *sums, const float alpha, const uint ring,
                                          const __global uint *tensor_map, const int m, const int n) {
    const int lane = get_local_id(0) % 32;
    const int row = lane % BOX_ROWS;
#pragma unroll
    for (int box = 0; box < BN / BOX_COLUMNS; box++) {
        const uint stage = ring + box % STORE_STAGES * BYTES_BOX;
        if (lane == 0) TMA_STORE_WAIT_READ(STORE_STAGES - 1);
        SYNC_WARP;
#pragma unroll
        for (int chunk = 0; chunk < 8; chunk += 2) {
            const float *two = sums + (box * 8 + chunk) * 4;
            stmatrix_x4(stage + row * SWIZZLE_BYTES + ((chunk + lane / 16) ^ row % 8) * 16,
                        narrow_pair(alpha * two[0], alpha * two[1]),
                        narrow_pair(alpha * two[2], alpha * two[3]),
                        narrow_pair(alpha * two[4], alpha * two[5]),
                        narrow_pair(alpha * two[6], alpha * two[7]));
        }
        PTX("fence.proxy.async.shared::cta;" ::);
        SYNC_WARP;
        if (lane == 0) tma_store_box(tensor_map, n + box * BOX_COLUMNS, m, stage);
    }
}

// Local memory must stay until TMA has read it.
static inline void tma_store_wait(void) {
    TMA_STORE_WAIT_READ(0);
}
