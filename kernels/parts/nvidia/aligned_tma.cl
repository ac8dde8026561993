// SPDX-License-Identifier: MIT
// A and B as TMA copies them, or their copies, where only the rows of these begin at 16 bytes.
//
// Expects parts/nvidia/sm90.cl, parts/nvidia/align_rows.cl.
// Defines aligned_a, aligned_b.

static inline tma_matrix aligned_matrix(matrix from, const int ld, matrix copy, const int rows,
                                        const int columns, const int box_rows) {
    const aligned_rows aligned = rows_or_copy(from, ld, copy, columns);
    return (tma_matrix){aligned.from, columns, rows, aligned.ld, box_rows};
}

static inline tma_matrix aligned_a(matrix A, const int lda, matrix copy, const int M, const int K,
                                   const int box_rows) {
    return aligned_matrix(A, lda, copy, TA ? K : M, TA ? M : K, box_rows);
}

static inline tma_matrix aligned_b(matrix B, const int ldb, matrix copy, const int N, const int K,
                                   const int box_rows) {
    return aligned_matrix(B, ldb, copy, TB ? N : K, TB ? K : N, box_rows);
}
