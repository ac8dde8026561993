// SPDX-License-Identifier: MIT
// Asynchronous copies from global to local (shared) memory: cp.async, COPY bytes each. Each work-item
// copies the same part of every k-tile; a thread_copy is its iterator.
//
// Expects parts/common/precision.cl, COPY (4, 8 or 16; 2: synchronous, by way of a register), BK, and
// THREADS (work-items of the work-group).
// Defines CP_ASYNC_COMMIT, CP_ASYNC_WAIT(groups), thread_copy, make_thread_copy, load_tile_async,
// advance_k, tile_is_full, all_tiles_full, rows_inside, elements_inside.

#define CP_ASYNC_COMMIT __asm__ volatile("cp.async.commit_group;" ::: "memory")
// Waits until at most the last `groups` committed groups of copies are in flight.
#define CP_ASYNC_WAIT(groups) __asm__ volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory")

#define CP_ASYNC(kind, bytes) "cp.async." kind ".shared.global [%0], [%1], " bytes
#if COPY == 16
#define CP_ASYNC_INSTRUCTION CP_ASYNC("cg", "16")
#elif COPY == 8
#define CP_ASYNC_INSTRUCTION CP_ASYNC("ca", "8")
#else
#define CP_ASYNC_INSTRUCTION CP_ASYNC("ca", "4")
#endif

// Predicated copy: bytes past the first `inside` become 0 in local memory.
static inline void cp_async_zfill(const uint smem, matrix from, const int inside) {
#if COPY >= 4
    __asm__ volatile(CP_ASYNC_INSTRUCTION ", %2;" ::"r"(smem), "l"(from), "r"(inside) : "memory");
#else
    const element value = inside > 0 ? *from : 0;
    __asm__ volatile("st.shared.u16 [%0], %1;" ::"r"(smem), "h"(value) : "memory");
#endif
}

// Copy without a predicate: all of it lies inside of the matrix.
static inline void cp_async(const uint smem, matrix from) {
#if COPY >= 4
    __asm__ volatile(CP_ASYNC_INSTRUCTION ";" ::"r"(smem), "l"(from) : "memory");
#else
    cp_async_zfill(smem, from, 1);
#endif
}

// What this work-item copies of each k-tile: `per_copy` neighbors in each of several rows, which are
// row_stride apart. advance_k moves on to the next k-tile.
typedef struct {
    matrix next;        // the first element of the next k-tile
    size_t row_stride;  // elements from one of its rows to the next
    uint smem;          // address in local memory, relative to the stage
    int k_offset;       // its position along K within the k-tile
    int mn_left;        // elements inside of the matrix from its position on, along M or N
    int k_left;         // elements of the range of K from the k-tile's beginning on
    int full;           // the whole tile is inside along M or N
} thread_copy;

// `first` is the tile's first row (of A) or column (of B) of C; the tile has `size` of them, the matrix
// `extent`.
static inline thread_copy make_thread_copy(matrix from, const int ld, const int k_major, const int first,
                                           const int size, const int extent, const int2 k_range,
                                           const int per_copy, const int pitch, const uint smem) {
    const int tile_width = k_major ? BK : size;
    const int r = get_local_id(0) / (tile_width / per_copy);
    const int c = get_local_id(0) % (tile_width / per_copy) * per_copy;
    thread_copy s;
    s.next = from + (size_t)((k_major ? first : k_range.x) + r) * ld + (k_major ? k_range.x : first) + c;
    s.row_stride = (size_t)(THREADS / (tile_width / per_copy)) * ld;
    s.smem = smem + (r * pitch + c) * SIZE;
    s.k_offset = k_major ? c : r;
    s.mn_left = extent - first - (k_major ? r : c);
    s.k_left = k_range.y - k_range.x;
    s.full = first + size <= extent;
    return s;
}

static inline void advance_k(thread_copy *s, const int ld, const int k_major) {
    s->next += k_major ? BK : (size_t)BK * ld;
    s->k_left -= BK;
}

static inline int tile_is_full(const thread_copy *s) {
    return s->full && s->k_left >= BK;
}

// Whether this k-tile and all that follow lie inside.
static inline int all_tiles_full(const thread_copy *s) {
    return s->full && s->k_left % BK == 0;
}

// Rows inside of the matrix from this work-item's first row on; and elements of its copy in one row.
static inline int rows_inside(const thread_copy *s, const int k_major) {
    return k_major ? s->mn_left : s->k_left - s->k_offset;
}

static inline int elements_inside(const thread_copy *s, const int k_major, const int per_copy) {
    return min(max(k_major ? s->k_left - s->k_offset : s->mn_left, 0), per_copy);
}

// Issues this work-item's copies of one k-tile into the stage, and advances. `unpredicated`: all of the
// k-tile is known to lie inside.
static inline void load_tile_async(thread_copy *s, const uint stage, const int ld, const int k_major,
                                   const int size, const int pitch, const int unpredicated) {
    const int per_copy = COPY / SIZE;
    const int row_stride = THREADS / ((k_major ? BK : size) / per_copy);
    const int inside = elements_inside(s, k_major, per_copy) * SIZE;
    const int rows = rows_inside(s, k_major);
    matrix from = s->next;
#pragma unroll
    for (int q = 0; q < (k_major ? size : BK) / row_stride; q++) {
        const uint smem = s->smem + stage + q * row_stride * pitch * SIZE;
        if (unpredicated) cp_async(smem, from);
        else cp_async_zfill(smem, from, q * row_stride < rows ? inside : 0);
        from += s->row_stride;
    }
    advance_k(s, ld, k_major);
}
