// SPDX-License-Identifier: MIT
// Pieces of a matrix on their way to local memory, shared among ITEMS work-items by vectors of VL
// elements: into registers first, so that they may be under way while something else is computed.
// Expects what parts/elements.cl has.

typedef VECTOR(VL) loaded;
typedef const __global REAL *matrix;

// VL elements of a stored matrix of `height` x `width`; 0 outside of it.
static inline loaded load(matrix from, const int ld, const int y, const int x, const int height,
                   const int width) {
    from += (size_t)y * ld + x;
    if (y < height && x + VL <= width) return LOAD(VL, from);
    ACC part[VL];
#pragma unroll
    for (int e = 0; e < VL; e++) part[e] = y < height && x + e < width ? LOAD(1, from + e) : 0;
    return VLOAD(VL, 0, part);
}

// This work-item's share of the piece at (y, x) that is `across` elements wide.
static inline void load_piece(loaded *into, matrix from, const int ld, const int y, const int x,
                       const int height, const int width, const int across, const int count) {
#pragma unroll
    for (int q = 0; q < count; q++) {
        const int at = (get_local_id(0) + q * ITEMS) * VL;
        into[q] = load(from, ld, y + at / across, x + at % across, height, width);
    }
}

// Puts that share into local memory, where stored rows are `down` apart and neighbors `next`.
static inline void put_piece(const loaded *from, __local ACC *into, const int down, const int next,
                      const int across, const int count) {
#pragma unroll
    for (int q = 0; q < count; q++) {
        const int at = (get_local_id(0) + q * ITEMS) * VL;
        __local ACC *place = into + at / across * down + at % across * next;
        if (next == 1) {
            *(__local loaded *)place = from[q];
        } else {
            ACC part[VL];
            VSTORE(VL, from[q], part);
#pragma unroll
            for (int e = 0; e < VL; e++) place[e * next] = part[e];
        }
    }
}
