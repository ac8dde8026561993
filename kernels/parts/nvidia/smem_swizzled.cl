// SPDX-License-Identifier: MIT
// Fragment loads from tiles in TMA's 128-byte swizzle (sm90.cl): rows of 128 bytes, in which the chunk of
// 16 bytes at position c of row r lies at c ^ r % 8. A K-major tile is one block of such rows; an MN-major
// tile is one block after the other, each 128 bytes of M or N wide.
//
// MN-major elements of 4 bytes are read one row of K per lane of a quad, READ_WIDTH neighbors at once. To
// avoid bank conflicts the lanes that read together take rows or columns scattered over the block.
//
// Expects parts/nvidia/mma_fragments.cl and parts/nvidia/sm90.cl.
// Defines lane_row, lane_column, row_offset, column_offset, lane_offset, load_left, load_right.

#define SWIZZLE_BLOCK (SWIZZLE_BYTES / SIZE * SWIZZLE_BYTES)  // bytes
#define IS_SCATTERED(k_major) (!(k_major) && SIZE == 4)

// The first of a block's columns that a quad (4 of the warp's lanes) reads.
static inline int scattered_column(const int quad, const int width) {
    return width == 2 ? (quad / 2 % 2 * 4 + quad / 4) * 4 + quad % 2 * 2 : quad / 4 * 16 + quad % 4;
}

// A lane's first row and column of accumulators in the warp's tile, and the offsets of the others. A block
// holds the rows of two instructions, or the columns of four.
static inline int lane_row(void) {
    const int quad = get_local_id(0) % 32 / 4;
    return IS_SCATTERED(K_MAJOR_LEFT) ? scattered_column(quad, READ_WIDTH_LEFT) : quad;
}

static inline int lane_column(void) {
    const int lane_in_quad = get_local_id(0) % 4;
    return IS_SCATTERED(K_MAJOR_RIGHT) ? scattered_column(lane_in_quad * 2, READ_WIDTH_RIGHT)
                                       : lane_in_quad * 2;
}

static inline int row_offset(const int r) {
    if (!IS_SCATTERED(K_MAJOR_LEFT)) return r * 8;
    return r / 4 * 32 + r / 2 % 2 * 8 + r % 2;
}

static inline int column_offset(const int c) {
    if (!IS_SCATTERED(K_MAJOR_RIGHT)) return c / 2 * 8 + c % 2;
    return c / 8 * 32 + c / 2 % 4 * 4 + c % 2;
}

// Byte offset of this lane's first read in a tile; `w` is the warp's first row or column of it.
static inline uint lane_offset(const int w, const int k_major, const int width, const int is_left) {
    const int lane = get_local_id(0) % 32;
    const int low = lane % 8;
    const int middle = lane / 8 % 2;
    const int high = lane / 16;
    if (IS_SCATTERED(k_major)) {
        const int lane_in_quad = lane % 4;
        return w / 32 * SWIZZLE_BLOCK + lane_in_quad * SWIZZLE_BYTES +
               (scattered_column(lane / 4, width) * 4 ^ lane_in_quad * 16);
    }
    if (k_major)
        return (w + low + (is_left ? middle : high) * 8) * SWIZZLE_BYTES +
               ((is_left ? high : middle) ^ low) * 16;
    const int chunk = w % (SWIZZLE_BYTES / SIZE) / 8 + (is_left ? middle : high);
    return w / (SWIZZLE_BYTES / SIZE) * SWIZZLE_BLOCK +
           (low + (is_left ? high : middle) * 8) * SWIZZLE_BYTES + (chunk ^ low) * 16;
}

// Four matrices of 8 x 16 bytes: the right operands of two instructions or the left operand of one, from
// the `index`-th eight rows or columns on.
static inline void load_ldmatrix(const uint from, const int k_major, const int index, const int k_block,
                                 uint *w, uint *x, uint *y, uint *z) {
    if (k_major) ldmatrix_x4((from ^ k_block * 32) + index * 8 * SWIZZLE_BYTES, w, x, y, z);
    else
        ldmatrix_x4_trans(
            (from ^ index % 8 * 16) + index / 8 * SWIZZLE_BLOCK + k_block * MMA_K * SWIZZLE_BYTES, w, x, y,
            z);
}

// Address of scattered neighbors: of the `tile`-th instruction, `in_block` of which share a block, the first
// or second four along K.
static inline uint scattered_offset(const uint from, const int tile, const int in_block, const int k_block,
                                    const int half_of) {
    const int chunk = tile % in_block * (4 / in_block);
    return (from ^ chunk * 16 ^ half_of * 64) + tile / in_block * SWIZZLE_BLOCK +
           (k_block * MMA_K + half_of * 4) * SWIZZLE_BYTES;
}

static inline void load_left(fragments *f, const uint from, const int k_block) {
#if !K_MAJOR_LEFT && SIZE == 4
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++)
#pragma unroll
        for (int d = 0; d < 2; d++)
            load_shared(scattered_offset(from, i, 2, k_block, d), &f->left[i][2 * d], 2);
#else
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++) {
        operand_register *l = f->left[i];
        load_ldmatrix(from, K_MAJOR_LEFT, i * 2, k_block, l, l + 1, l + 2, l + 3);
    }
#endif
}

static inline void load_right(fragments *f, const uint from, const int k_block) {
#if !K_MAJOR_RIGHT && SIZE == 4
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; j++)
#pragma unroll
        for (int d = 0; d < 2; d++)
            load_shared(scattered_offset(from, j, 4, k_block, d), &f->right[j][d], 1);
#else
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; j += 2) {
        operand_register *r = f->right[j];
        operand_register *next = f->right[j + 1];
        load_ldmatrix(from, K_MAJOR_RIGHT, j, k_block, r, r + 1, next, next + 1);
    }
#endif
}
