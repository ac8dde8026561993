// SPDX-License-Identifier: MIT
// Staging of a tile in local memory by way of registers: each work-item loads its vectors, and stores
// them to local memory later, so that the loads can be in flight during the multiplication.
//
// Expects parts/common/element_access.cl, VL (vector width of the loads) and THREADS (work-items of
// the work-group). Defines loaded, matrix, load_tile, store_tile.

typedef VECTOR(VL) loaded;
typedef const __global REAL *matrix;

// VL elements of a stored matrix of `height` x `width`; elements outside of it are 0.
static inline loaded load_vector(matrix from, const int ld, const int y, const int x, const int height,
                                 const int width) {
    from += (size_t)y * ld + x;
    if (y < height && x + VL <= width) return LOAD(VL, from);
    ACC elements[VL];
#pragma unroll
    for (int e = 0; e < VL; e++) elements[e] = y < height && x + e < width ? LOAD(1, from + e) : 0;
    return VLOAD(VL, 0, elements);
}

// Loads this work-item's `count` vectors of the tile at (y, x), whose rows have `tile_width` elements.
static inline void load_tile(loaded *into, matrix from, const int ld, const int y, const int x,
                             const int height, const int width, const int tile_width, const int count) {
#pragma unroll
    for (int q = 0; q < count; q++) {
        const int at = (get_local_id(0) + q * THREADS) * VL;
        into[q] = load_vector(from, ld, y + at / tile_width, x + at % tile_width, height, width);
    }
}

// Stores those vectors to local memory. A step down the stored matrix is row_stride elements there, a
// step along its row column_stride: 1, or the pitch where the tile is transposed on the way.
static inline void store_tile(const loaded *from, __local ACC *into, const int row_stride,
                              const int column_stride, const int tile_width, const int count) {
#pragma unroll
    for (int q = 0; q < count; q++) {
        const int at = (get_local_id(0) + q * THREADS) * VL;
        __local ACC *to = into + at / tile_width * row_stride + at % tile_width * column_stride;
        if (column_stride == 1) {
            *(__local loaded *)to = from[q];
        } else {
            ACC elements[VL];
            VSTORE(VL, from[q], elements);
#pragma unroll
            for (int e = 0; e < VL; e++) to[e * column_stride] = elements[e];
        }
    }
}
