// SPDX-License-Identifier: MIT
// The epilogue's store by way of local memory, of elements of 2 bytes and where C is not read (beta = 0): a
// warp leaves its part of a tile of C there, box by box. Where the rows of C begin and end at 16 bytes, TMA
// stores each box while the warp goes on, at last with the main loop of the next tile. Where they do not, the
// warp stores a box row by row, in whole words.
//
// A warp's part is 16 rows; a box is 16 rows of 128 bytes, swizzled as sm90.cl says. Each warp has a ring of
// STORE_STAGES boxes.
//
// Expects parts/nvidia/sm90.cl, BN, STORE_STAGES (a divisor of BN / 64).
// Defines BYTES_BOX, tma_matrix_c, is_stored_by_tma, store_by_tma, store_by_rows, wait_for_stores.

#define BOX_ROWS 16
#define BOX_COLUMNS (SWIZZLE_BYTES / SIZE)
#define BYTES_BOX (BOX_ROWS * SWIZZLE_BYTES)

// Waits until at most `n` of the boxes that this lane gave to TMA still have to be read.
#define WAIT_UNTIL_READ(n) PTX("cp.async.bulk.wait_group.read %0;" ::"n"(n))

static inline tma_matrix tma_matrix_c(const __global element *C, const int ldc, const int M, const int N) {
    return (tma_matrix){C, N, M, ldc, BOX_ROWS};
}

// TMA writes no less than 16 bytes, also at the end of a row.
static inline int is_stored_by_tma(const __global element *C, const int ldc, const int N) {
    return N * SIZE % 16 == 0 && ldc * SIZE % 16 == 0 && (ulong)C % 16 == 0;
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

// Leaves alpha times the sums of a box in local memory.
static inline void leave_box(const float *sums, const float alpha, const uint to) {
    const int lane = get_local_id(0) % 32;
    const int row = lane % BOX_ROWS;
#pragma unroll
    for (int chunk = 0; chunk < 8; chunk += 2) {
        const float *two = sums + chunk * 4;
        stmatrix_x4(to + row * SWIZZLE_BYTES + ((chunk + lane / 16) ^ row % 8) * 16,
                    narrow_pair(alpha * two[0], alpha * two[1]), narrow_pair(alpha * two[2], alpha * two[3]),
                    narrow_pair(alpha * two[4], alpha * two[5]), narrow_pair(alpha * two[6], alpha * two[7]));
    }
}

// Stores alpha times the sums that a warp holds: 16 rows from row m on and BN columns from column n on, of
// which TMA leaves out what lies past the matrix. `ring` is the warp's own.
static inline void store_by_tma(const float *sums, const float alpha, const uint ring,
                                const __global uint *tensor_map, const int m, const int n) {
    const int is_elected = get_local_id(0) % 32 == 0;
#pragma unroll
    for (int box = 0; box < BN / BOX_COLUMNS; box++) {
        const uint stage = ring + box % STORE_STAGES * BYTES_BOX;
        if (is_elected) WAIT_UNTIL_READ(STORE_STAGES - 1);
        SYNC_WARP;
        leave_box(sums + box * BOX_COLUMNS / 2, alpha, stage);
        PTX("fence.proxy.async.shared::cta;" ::);
        SYNC_WARP;
        if (is_elected) tma_store_box(tensor_map, n + box * BOX_COLUMNS, m, stage);
    }
}

// An element of a box in local memory.
static inline uint element_of_box(const uint box, const int row, const int column) {
    ushort value;
    PTX("ld.shared.u16 %0, [%1];"
        : "=h"(value) : "r"(box + row * SWIZZLE_BYTES + (column / 8 ^ row % 8) * 16 + column % 8 * SIZE));
    return value;
}

// A row of a box, of which `inside` columns are in the matrix. Words begin at even addresses: where the row
// does not, lane 0 stores its first element alone.
static inline void store_box_row(const uint box, const int row, __global element *to, const int inside) {
    const int lane = get_local_id(0) % 32;
    const int is_odd = (ulong)to / SIZE % 2;
    const int column = 2 * lane + is_odd;
    const uint low = element_of_box(box, row, min(column, BOX_COLUMNS - 1));
    const uint high = element_of_box(box, row, min(column + 1, BOX_COLUMNS - 1));
    if (column + 1 < inside) *(__global uint *)(to + column) = low | high << 16;
    else if (column < inside) to[column] = low;
    if (is_odd && lane == 0) to[0] = element_of_box(box, row, 0);
}

// The same as store_by_tma, where rows of C begin anywhere.
static inline void store_by_rows(const float *sums, const float alpha, const uint ring, const int m,
                                 const int n, const int M, const int N, __global element *C,
                                 const int ldc) {
#pragma unroll
    for (int box = 0; box < BN / BOX_COLUMNS; box++) {
        const int column = n + box * BOX_COLUMNS;
        leave_box(sums + box * BOX_COLUMNS / 2, alpha, ring);
        SYNC_WARP;
        if (column < N)
#pragma unroll 4
            for (int row = 0; row < BOX_ROWS; row++)
                if (m + row < M)
                    store_box_row(ring, row, C + (size_t)(m + row) * ldc + column,
                                  min(BOX_COLUMNS, N - column));
        SYNC_WARP;
    }
}

// Local memory must stay until TMA has read it.
static inline void wait_for_stores(void) {
    WAIT_UNTIL_READ(0);
}
