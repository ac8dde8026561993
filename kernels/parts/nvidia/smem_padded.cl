// SPDX-License-Identifier: MIT
// Fragment loads from padded tiles: rows as the matrix is stored, each followed by a gap, so that no two
// lanes hit the same bank. Across K a lane reads READ_WIDTH neighbors at once; each belongs to another
// instruction.
//
// Expects parts/nvidia/mma_fragments.cl and PITCH_LEFT, PITCH_RIGHT (elements from row to row).
// Defines lane_row, lane_column, row_offset, column_offset, lane_offset, load_left, load_right.

// A lane's first row and column of accumulators in the warp's tile, and the offsets of the others.
static inline int lane_row(void) {
    return get_local_id(0) % 32 / 4 * READ_WIDTH_LEFT;
}

static inline int lane_column(void) {
    return get_local_id(0) % 4 * 2 * READ_WIDTH_RIGHT;
}

static inline int row_offset(const int r) {
    return r / READ_WIDTH_LEFT * 8 * READ_WIDTH_LEFT + r % READ_WIDTH_LEFT;
}

static inline int column_offset(const int c) {
    return c / (2 * READ_WIDTH_RIGHT) * 8 * READ_WIDTH_RIGHT + c % (2 * READ_WIDTH_RIGHT);
}

// Byte offset of this lane's first read in a tile; `w` is the warp's first row or column of it.
static inline uint lane_offset(const int w, const int k_major, const int pitch, const int width,
                               const int is_left) {
    const int lane = get_local_id(0) % 32;
    const int quad = lane / 4;
    const int lane_in_quad = lane % 4;
    const int low = lane % 8;
    const int middle = lane / 8 % 2;
    const int high = lane / 16;
    int y, x;
    if (SIZE == 8 || (!k_major && SIZE == 4)) {
        y = k_major ? w + quad : lane_in_quad;
        x = k_major ? lane_in_quad : w + quad * width;
    } else if (is_left) {  // the order of ldmatrix: top left, bottom left, top right, bottom right
        y = k_major ? w + low + middle * 8 : low + high * 8;
        x = k_major ? high * (16 / SIZE) : w + middle * 8;
    } else {
        y = k_major ? w + low + high * 8 : low + middle * 8;
        x = k_major ? middle * (16 / SIZE) : w + high * 8;
    }
    return (y * pitch + x) * SIZE;
}

static inline void load_left(fragments *f, const uint from, const int k_block) {
#if SIZE == 8 && K_MAJOR_LEFT
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++)
#pragma unroll
        for (int r = 0; r < REGISTERS_LEFT; r++)
            load_shared(from + ((i * 16 + r % 2 * 8) * PITCH_LEFT + k_block * MMA_K + r / 2 * 4) * SIZE,
                        &f->left[i][r], 1);
#elif SIZE != 2 && !K_MAJOR_LEFT
#pragma unroll
    for (int s = 0; s < 2 * MMA_TILES_M; s += READ_WIDTH_LEFT)
#pragma unroll
        for (int d = 0; d < REGISTERS_LEFT / 2; d++) {
            operand_register values[READ_WIDTH_LEFT];
            load_shared(from + ((k_block * MMA_K + d * 4) * PITCH_LEFT + s * 8) * SIZE, values,
                        READ_WIDTH_LEFT);
#pragma unroll
            for (int e = 0; e < READ_WIDTH_LEFT; e++) f->left[(s + e) / 2][2 * d + (s + e) % 2] = values[e];
        }
#else
#pragma unroll
    for (int i = 0; i < MMA_TILES_M; i++) {
        operand_register *l = f->left[i];
        if (K_MAJOR_LEFT)
            ldmatrix_x4(from + (i * 16 * PITCH_LEFT + k_block * MMA_K) * SIZE, l, l + 1, l + 2, l + 3);
        else
            ldmatrix_x4_trans(from + (k_block * MMA_K * PITCH_LEFT + i * 16) * SIZE, l, l + 1, l + 2,
                              l + 3);
    }
#endif
}

static inline void load_right(fragments *f, const uint from, const int k_block) {
#if SIZE == 8 && K_MAJOR_RIGHT
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; j++)
#pragma unroll
        for (int r = 0; r < REGISTERS_RIGHT; r++)
            load_shared(from + (j * 8 * PITCH_RIGHT + k_block * MMA_K + r * 4) * SIZE, &f->right[j][r], 1);
#elif SIZE != 2 && !K_MAJOR_RIGHT
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; j += READ_WIDTH_RIGHT)
#pragma unroll
        for (int d = 0; d < REGISTERS_RIGHT; d++) {
            operand_register values[READ_WIDTH_RIGHT];
            load_shared(from + ((k_block * MMA_K + d * 4) * PITCH_RIGHT + j * 8) * SIZE, values,
                        READ_WIDTH_RIGHT);
#pragma unroll
            for (int e = 0; e < READ_WIDTH_RIGHT; e++) f->right[j + e][d] = values[e];
        }
#else
#pragma unroll
    for (int j = 0; j < MMA_TILES_N; j += 2) {
        operand_register *r = f->right[j];
        operand_register *next = f->right[j + 1];
        if (K_MAJOR_RIGHT)
            ldmatrix_x4(from + (j * 8 * PITCH_RIGHT + k_block * MMA_K) * SIZE, r, r + 1, next, next + 1);
        else
            ldmatrix_x4_trans(from + (k_block * MMA_K * PITCH_RIGHT + j * 8) * SIZE, r, r + 1, next,
                              next + 1);
    }
#endif
}
