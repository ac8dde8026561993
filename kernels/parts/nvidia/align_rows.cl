// SPDX-License-Identifier: MIT
// TMA copies from rows that begin at 16 bytes. Of a matrix whose rows do not, the work-groups together first
// write a copy whose rows do: a pass over memory instead of a main loop that copies element by element. A
// launch of its own would cost more than the pass.
//
// The pass is divided into tasks. A work-group takes one after the other until none is left, and waits until
// all that were taken are done. So it waits for work-groups that run, never for one that has not begun.
//
//   tasks taken, tasks done, work-groups that went on: counters, 0 before and after each launch
//
// Expects parts/common/gemm_parameters.cl, parts/common/precision.cl, parts/nvidia/sm90.cl.
// Defines aligned_a, aligned_b (a matrix or its copy, as TMA sees it), align_rows, ALIGN_COUNTERS.

#define PER_CHUNK (16 / SIZE)  // elements of 16 bytes
#define ALIGN_COUNTERS 3
#define CHUNKS_AT_ONCE 4       // of a work-item

static inline int rows_are_aligned(const int ld) {
    return ld % PER_CHUNK == 0;
}

// Chunks of a row of the copy.
static inline int chunks_of(const int columns) {
    return (columns + PER_CHUNK - 1) / PER_CHUNK;
}

static inline tma_matrix aligned_matrix(matrix from, const int ld, matrix copy, const int rows,
                                        const int columns, const int box_rows) {
    if (rows_are_aligned(ld)) return (tma_matrix){from, columns, rows, ld, box_rows};
    return (tma_matrix){copy, columns, rows, chunks_of(columns) * PER_CHUNK, box_rows};
}

static inline tma_matrix aligned_a(matrix A, const int lda, matrix copy, const int M, const int K,
                                   const int box_rows) {
    return aligned_matrix(A, lda, copy, TA ? K : M, TA ? M : K, box_rows);
}

static inline tma_matrix aligned_b(matrix B, const int ldb, matrix copy, const int N, const int K,
                                   const int box_rows) {
    return aligned_matrix(B, ldb, copy, TB ? N : K, TB ? K : N, box_rows);
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

// 16 bytes from byte `shift` on of the 32 bytes of two aligned loads.
static inline uint4 shift_bytes(const uint4 low, const uint4 high, const uint shift) {
    uint words[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
    for (int i = 0; i < 6; i++) words[i] = shift & 8 ? words[i + 2] : words[i];
#pragma unroll
    for (int i = 0; i < 5; i++) words[i] = shift & 4 ? words[i + 1] : words[i];
    const uint bits = shift % 4 * 8;
#pragma unroll
    for (int i = 0; i < 4; i++) words[i] = ((ulong)words[i + 1] << 32 | words[i]) >> bits;
    return (uint4)(words[0], words[1], words[2], words[3]);
}

// Where a chunk begins in the matrix, in elements.
static inline size_t start_of(const unaligned *of, const int chunk) {
    const int chunks = chunks_of(of->columns);
    return (size_t)(chunk / chunks) * of->ld + chunk % chunks * PER_CHUNK;
}

// A chunk element by element, zeros past the end of the row.
static inline uint4 load_elements(const unaligned *of, const int chunk) {
    const int column = chunk % chunks_of(of->columns) * PER_CHUNK;
    matrix first = of->from + start_of(of, chunk);
    element values[PER_CHUNK] __attribute__((aligned(16)));
#pragma unroll
    for (int e = 0; e < PER_CHUNK; e++) values[e] = column + e < of->columns ? first[e] : 0;
    return *(const uint4 *)values;
}

// Copies the chunks from `first` up to `last`, if any: each from the two aligned chunks that it lies in. What
// these hold of the next row is copied as well, to where TMA does not read. At the end of the matrix, from
// beyond which nothing is read, chunks are copied element by element.
static inline void copy_chunks(const unaligned *of, const int first, const int last) {
    const __global uint4 *from = (const __global uint4 *)of->from;
    const int stride = get_local_size(0);
    const size_t whole = ((size_t)(of->rows - 1) * of->ld + of->columns) / PER_CHUNK;
    for (int own = first + get_local_id(0); own < last; own += CHUNKS_AT_ONCE * stride) {
        uint4 low[CHUNKS_AT_ONCE], high[CHUNKS_AT_ONCE];
#pragma unroll
        for (int i = 0; i < CHUNKS_AT_ONCE; i++) {
            const size_t at = start_of(of, min(own + i * stride, last - 1)) / PER_CHUNK;
            const int is_inside = at + 2 <= whole;
            if (is_inside) low[i] = from[at];
            if (is_inside) high[i] = from[at + 1];
        }
#pragma unroll
        for (int i = 0; i < CHUNKS_AT_ONCE; i++) {
            const int chunk = own + i * stride;
            if (chunk >= last) continue;
            const size_t start = start_of(of, chunk);
            of->copy[chunk] = start / PER_CHUNK + 2 <= whole
                                  ? shift_bytes(low[i], high[i], start % PER_CHUNK * SIZE)
                                  : load_elements(of, chunk);
        }
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
    PTX("fence.proxy.async;" ::);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;
    PTX("fence.acq_rel.gpu;" ::);
    atomic_inc(counters + 1);
}

// The last work-group that goes on leaves the counters as they were.
static inline void wait_for_tasks(volatile __global uint *counters, const int tasks, const int groups) {
    if (get_local_id(0) == 0) {
        while (counters[1] < tasks);
        PTX("fence.acq_rel.gpu;" ::);
        if (atomic_inc(counters + 2) == groups - 1) counters[0] = counters[1] = counters[2] = 0;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    PTX("fence.proxy.async;" ::);
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
        copy_chunks(&a, first, min(last, chunks_a));
        copy_chunks(&b, max(0, first - chunks_a), last - chunks_a);
        finish_task(counters);
    }
    wait_for_tasks(counters, tasks, groups);
}
