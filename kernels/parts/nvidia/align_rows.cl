// SPDX-License-Identifier: MIT
// TMA copies from rows that begin at 16 bytes. Of a matrix whose rows do not, the kernel align_rows writes a
// copy whose rows do, before the product: a pass over memory instead of a main loop that copies element by
// element.
//
// Expects parts/common/gemm_parameters.cl, parts/common/precision.cl, parts/nvidia/sm90.cl.
// Defines aligned_a, aligned_b (a matrix or its copy, as TMA sees it), the kernel align_rows.

#define PER_CHUNK (16 / SIZE)  // elements of 16 bytes

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

// The chunk is filled up with 0.
static inline void copy_chunk(matrix from, const int ld, const int columns, __global element *copy,
                              const int chunk) {
    const int chunks = chunks_of(columns);
    const int column = chunk % chunks * PER_CHUNK;
    matrix first = from + (size_t)(chunk / chunks) * ld + column;
    element values[PER_CHUNK] __attribute__((aligned(16)));
#pragma unroll
    for (int e = 0; e < PER_CHUNK; e++) values[e] = column + e < columns ? first[e] : 0;
    ((__global uint4 *)copy)[chunk] = *(const uint4 *)values;
}

// Copies what is needed chunk by chunk, A before B.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void align_rows(const int M, const int N, const int K, matrix A, const int lda, matrix B, const int ldb,
                __global element *copy_a, __global element *copy_b) {
    const int chunks_a = rows_are_aligned(lda) ? 0 : (TA ? K : M) * chunks_of(TA ? M : K);
    const int chunks_b = rows_are_aligned(ldb) ? 0 : (TB ? N : K) * chunks_of(TB ? K : N);
    for (int chunk = get_global_id(0); chunk < chunks_a + chunks_b; chunk += get_global_size(0)) {
        if (chunk < chunks_a) copy_chunk(A, lda, TA ? M : K, copy_a, chunk);
        else copy_chunk(B, ldb, TB ? K : N, copy_b, chunk - chunks_a);
    }
}
