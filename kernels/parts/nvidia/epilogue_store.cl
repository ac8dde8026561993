// SPDX-License-Identifier: MIT
// The epilogue's store: sums of a row become alpha * sum + beta * C. A work-item has them in vectors of
// EPILOGUE_VECTOR neighbors.
//
// Expects parts/common/precision.cl, EPILOGUE_VECTOR (1, 2, 4 or 8), OUTPUT_COLUMNS (sums that are
// stored at once).
// Defines output_row, row_of_c, store_row.

#include "predicated_access.cl"

#define STORE_WIDTH (EPILOGUE_VECTOR * SIZE > 16 ? 16 / SIZE : EPILOGUE_VECTOR)  // of an instruction

// A row of C from one of its columns on.
typedef struct {
    __global element *first;
    int inside;      // columns inside of the matrix
    int in_vectors;  // whether it is stored STORE_WIDTH columns at once
} output_row;

static inline output_row row_of_c(__global element *C, const int ldc, const int m, const int n, const int M,
                                  const int N) {
    const int in_vectors = STORE_WIDTH > 1 && (N | ldc | (ulong)C / SIZE) % STORE_WIDTH == 0;
    return (output_row){C + (size_t)m * ldc + n, m < M ? N - n : 0, in_vectors};
}

// Stores STORE_WIDTH columns, if they are inside.
static inline void store_columns(const output_row *row, const int column, const element *v) {
    __global element *to = row->first + column;
#if STORE_WIDTH == 4
    __asm__ volatile(PREDICATED("setp.lt.s32 p, %0, %1;", "st.global.v4.f32 [%2], {%3, %4, %5, %6};") ::"r"(
                         column),
                     "r"(row->inside), "l"(to), "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3]));
#elif STORE_WIDTH == 2
    __asm__ volatile(
        PREDICATED("setp.lt.s32 p, %0, %1;", "st.global.v2." ELEMENT_TYPE " [%2], {%3, %4};") ::"r"(column),
        "r"(row->inside), "l"(to), ELEMENT_IN(v[0]), ELEMENT_IN(v[1]));
#endif
}

// Stores OUTPUT_COLUMNS sums, each vector of them from its column on. All of C that they need is read before
// any of it is stored, so that the loads are in flight together.
static inline void store_row(const output_row *row, const int *columns, const ACC *sums,
                             const ACC alpha, const ACC beta) {
    ACC values[OUTPUT_COLUMNS];
#pragma unroll
    for (int i = 0; i < OUTPUT_COLUMNS; i++) values[i] = alpha * sums[i];
    if (beta != 0)
#pragma unroll
        for (int i = 0; i < OUTPUT_COLUMNS; i++) {
            const int column = columns[i / EPILOGUE_VECTOR] + i % EPILOGUE_VECTOR;
            values[i] += beta * widen(load_if(column, row->inside, row->first + column));
        }
    element narrowed[OUTPUT_COLUMNS];
#pragma unroll
    for (int i = 0; i < OUTPUT_COLUMNS; i++) narrowed[i] = narrow(values[i]);
    if (row->in_vectors) {
#pragma unroll
        for (int i = 0; i < OUTPUT_COLUMNS; i += STORE_WIDTH)
            store_columns(row, columns[i / EPILOGUE_VECTOR] + i % EPILOGUE_VECTOR, narrowed + i);
    } else {
#pragma unroll
        for (int i = 0; i < OUTPUT_COLUMNS; i++) {
            const int column = columns[i / EPILOGUE_VECTOR] + i % EPILOGUE_VECTOR;
            store_if(column, row->inside, row->first + column, narrowed[i]);
        }
    }
}
