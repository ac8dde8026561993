// SPDX-License-Identifier: MIT
// TMA and the widest cp.async copy from rows that begin at 16 bytes. Of a matrix whose rows do not, the
// work-groups together first write a copy whose rows do: a pass over memory instead of a main loop that
// copies element by element. A launch of its own would cost more than the pass.
//
// The pass is divided into tasks. A work-group takes one after the other until none is left, and waits until
// all that were taken are done. So it waits for work-groups that run, never for one that has not begun.
//
//   tasks taken, tasks done, work-groups that went on: counters, 0 before and after each launch
//
// Expects parts/common/gemm_parameters.cl, parts/common/precision.cl, and, where TMA reads the copies,
// TMA_FENCE.
// Defines aligned_rows, rows_or_copy (a matrix or its copy), align_rows, ALIGN_COUNTERS.

#include "device_fence.cl"

#define PER_CHUNK (16 / SIZE)  // elements of 16 bytes
#define ALIGN_COUNTERS 3
#define CHUNKS_AT_ONCE 4       // of a work-item
#ifndef TMA_FENCE
#define TMA_FENCE  // none: what reads the copies sees memory as what writes them
#endif

static inline int rows_are_aligned(const int ld) {
    return ld % PER_CHUNK == 0;
}

// Chunks of a row of the copy.
static inline int chunks_of(const int columns) {
    return (columns + PER_CHUNK - 1) / PER_CHUNK;
}

// Rows of a matrix, the first of which begins at `from`.
typedef struct {
    matrix from;
    int ld;
} aligned_rows;

// The rows of a matrix of so many columns, or those of its copy, where only these are aligned.
static inline aligned_rows rows_or_copy(matrix from, const int ld, matrix copy, const int columns) {
    if (rows_are_aligned(ld)) return (aligned_rows){from, ld};
    return (aligned_rows){copy, chunks_of(columns) * PER_CHUNK};
}

// A matrix, how it is stored, and the copy of it.
typedef struct {
    matrix from;
    int ld, rows, columns;
    __global uint4 *copy;
} unaligned;

static inline unaligned unaligned_matrix(matrix from, const int ld, const int rows, const int columns,
                                         __global element *copy) {
    return (unaligned){from, ld, rows_are_aligned(ld) ? 0 : rows, columns, (__global uint4 *)copy};
}

// The lower word of two, shifted right by `bits`.
static inline uint funnel_shift(const uint low, const uint high, const uint bits) {
    uint shifted;
    __asm__("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(shifted) : "r"(low), "r"(high), "r"(bits));
    return shifted;
}

// 16 bytes from byte `shift` on of the 32 bytes of two aligned loads.
static inline uint4 shift_bytes(const uint4 low, const uint4 high, const uint shift) {
    uint words[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
    for (int i = 0; i < 6; i++) words[i] = shift & 8 ? words[i + 2] : words[i];
#pragma unroll
    for (int i = 0; i < 5; i++) words[i] = shift & 4 ? words[i + 1] : words[i];
    const uint bits = shift % 4 * 8;
    return (uint4)(funnel_shift(words[0], words[1], bits), funnel_shift(words[1], words[2], bits),
                   funnel_shift(words[2], words[3], bits), funnel_shift(words[3], words[4], bits));
}

// Whether the chunk that begins at element `start` lies in two aligned chunks of the matrix, as all but the
// last few do.
static inline int is_in_pair(const unaligned *of, const size_t start) {
    const size_t whole = ((size_t)(of->rows - 1) * of->ld + of->columns) / PER_CHUNK;
    return start / PER_CHUNK + 2 <= whole;
}

// Copies the chunks from `first` up to `last` that are in pairs. What these hold of the next row is copied as
// well, to behind the row's end, where nothing is read.
static inline void copy_pairs(const unaligned *of, const int first, const int last) {
    const __global uint4 *from = (const __global uint4 *)of->from;
    const int chunks = chunks_of(of->columns);
    const int stride = get_local_size(0);
    int chunk = first + get_local_id(0);
    int row = chunk / chunks;
    int in_row = chunk % chunks;
    while (chunk < last) {
        uint4 low[CHUNKS_AT_ONCE], high[CHUNKS_AT_ONCE];
        int shifts[CHUNKS_AT_ONCE];  // in bytes; -1: the chunk is not copied here
#pragma unroll
        for (int i = 0; i < CHUNKS_AT_ONCE; i++) {
            const size_t start = (size_t)row * of->ld + in_row * PER_CHUNK;
            const int is_copied = chunk + i * stride < last && is_in_pair(of, start);
            shifts[i] = is_copied ? start % PER_CHUNK * SIZE : -1;
            if (is_copied) {
                low[i] = from[start / PER_CHUNK];
                high[i] = from[start / PER_CHUNK + 1];
            }
            row += stride / chunks;
            in_row += stride % chunks;
            if (in_row >= chunks) {
                in_row -= chunks;
                row++;
            }
        }
#pragma unroll
        for (int i = 0; i < CHUNKS_AT_ONCE; i++, chunk += stride)
            if (shifts[i] >= 0) of->copy[chunk] = shift_bytes(low[i], high[i], shifts[i]);
    }
}

// Copies the others element by element, zeros past the end of a row. They begin less than two chunks before
// the end of the matrix, beyond which nothing is read.
static inline void copy_last(const unaligned *of, const int first, const int last) {
    for (int at = get_local_id(0); at < 2 * PER_CHUNK * PER_CHUNK; at += get_local_size(0)) {
        const int chunk = last - 1 - at / PER_CHUNK;
        const int e = at % PER_CHUNK;
        const int column = chunk % chunks_of(of->columns) * PER_CHUNK;
        const size_t start = (size_t)(chunk / chunks_of(of->columns)) * of->ld + column;
        if (chunk >= first && !is_in_pair(of, start))
            ((__global element *)of->copy)[(size_t)chunk * PER_CHUNK + e] =
                column + e < of->columns ? of->from[start + e] : 0;
    }
}

static inline int take_task(volatile __global uint *counters, __local int *task) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) *task = atomic_inc(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *task;
}

// What this work-group stored is seen by all work-groups that see the task as done, TMA included.
static inline void finish_task(volatile __global uint *counters) {
    TMA_FENCE;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;
    DEVICE_FENCE;
    atomic_inc(counters + 1);
}

// The last work-group that goes on leaves the counters as they were.
static inline void wait_for_tasks(volatile __global uint *counters, const int tasks, const int groups) {
    if (get_local_id(0) == 0) {
        while (counters[1] < tasks);
        DEVICE_FENCE;
        if (atomic_inc(counters + 2) == groups - 1) counters[0] = counters[1] = counters[2] = 0;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    TMA_FENCE;
}

// Copies those of A and B whose rows are not aligned. Called by all work-items.
static inline void align_rows(const int M, const int N, const int K, matrix A, const int lda,
                              __global element *copy_a, matrix B, const int ldb, __global element *copy_b,
                              volatile __global uint *counters, __local int *task) {
    const unaligned a = unaligned_matrix(A, lda, TA ? K : M, TA ? M : K, copy_a);
    const unaligned b = unaligned_matrix(B, ldb, TB ? N : K, TB ? K : N, copy_b);
    const int chunks_a = a.rows * chunks_of(a.columns);
    const int all = chunks_a + b.rows * chunks_of(b.columns);
    if (all == 0) return;
    const int groups = get_num_groups(0) * get_num_groups(1);
    const int least = CHUNKS_AT_ONCE * get_local_size(0);
    const int of_task = max(least, (all + 2 * groups - 1) / (2 * groups));
    const int tasks = (all + of_task - 1) / of_task;
    for (int t = take_task(counters, task); t < tasks; t = take_task(counters, task)) {
        const int first = t * of_task;
        const int last = min(all, first + of_task);
#pragma unroll 1
        for (int i = 0; i < 2; i++) {
            const unaligned of = i == 0 ? a : b;
            const int begin = i == 0 ? first : max(0, first - chunks_a);
            const int end = i == 0 ? min(last, chunks_a) : last - chunks_a;
            if (begin >= end) continue;
            copy_pairs(&of, begin, end);
            copy_last(&of, begin, end);
        }
        finish_task(counters);
    }
    wait_for_tasks(counters, tasks, groups);
}
