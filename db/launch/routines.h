/* SPDX-License-Identifier: MIT
   Matrix products and reductions as one call each, run as hone has tuned them for the device of the
   queue. <hone/opencl.h> has the calls without a table of functions, <hone/opencl.hpp> those of
   C++. */
#ifndef HONE_ROUTINES_H
#define HONE_ROUTINES_H

#include "db/api/status.h"
#include "db/program/opencl_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How elements are stored and multiplied; tf32 and tf32x3 are stored as float. tf32x3 is a product of
   floats by three of tf32 (3xTF32): as exact as f32 for elements from 2^-112 to 2^127, and 0. */
typedef enum hone_precision HONE_ANY_INT {
    HONE_F16,
    HONE_BF16,
    HONE_TF32,
    HONE_F32,
    HONE_F64,
    HONE_I32,
    HONE_TF32X3
} hone_precision;

/* The precision of this name: "f16" and so on. */
HONE_API hone_status hone_precision_of(const char* name, hone_precision* precision) HONE_NOEXCEPT;

typedef enum hone_order HONE_ANY_INT { HONE_ROW_MAJOR, HONE_COLUMN_MAJOR } hone_order;

typedef enum hone_operation HONE_ANY_INT {
    HONE_SUM,
    HONE_DOT,
    HONE_ASUM, /* the sum of magnitudes */
    HONE_MAX
} hone_operation;

/* A matrix in a buffer. */
typedef struct hone_matrix {
    cl_mem buffer;
    size_t offset;            /* of its first element, in elements */
    size_t leading_dimension; /* elements from row to row, or from column to column; 0: no gaps */
    int transposed;           /* whether its transpose is multiplied */
} hone_matrix;

/* Elements of a buffer, one behind the other. */
typedef struct hone_vector {
    cl_mem buffer;
    size_t offset; /* in elements */
} hone_vector;

/* The events that a call waits for, and where its own is to go, or NULL. */
typedef struct hone_events {
    cl_uint waits;
    const cl_event* list;
    cl_event* event;
} hone_events;

/* C = alpha * op(A) * op(B) + beta * C, where op(A) is m by k and op(B) is k by n. With beta = 0, C
   is not read. Nothing is done where m or n is 0; k has to be 1 or more. C has memory of its own. */
HONE_API hone_status hone_gemm_with(const hone_opencl* opencl, cl_command_queue queue,
                                    hone_precision precision, hone_order order, size_t m, size_t n,
                                    size_t k, double alpha, hone_matrix a, hone_matrix b,
                                    double beta, hone_matrix c, hone_events events) HONE_NOEXCEPT;

/* The sum, dot product, sum of magnitudes or maximum of n elements, 1 or more; y counts for HONE_DOT
   alone. NaN among the elements makes the others NaN; of the maximum it leaves open what that is:
   most devices leave NaN out, and answer -infinity for NaN alone. */
HONE_API hone_status hone_reduce_with(const hone_opencl* opencl, cl_command_queue queue,
                                      hone_precision precision, hone_operation operation, size_t n,
                                      hone_vector x, hone_vector y, hone_vector result,
                                      hone_events events) HONE_NOEXCEPT;

/* Both with the answers of `tuned`, which also keeps what they build; of NULL: with those of the
   calls above. */
HONE_API hone_status hone_gemm_tuned(const hone_opencl* opencl, hone_tuned* tuned,
                                     cl_command_queue queue, hone_precision precision,
                                     hone_order order, size_t m, size_t n, size_t k, double alpha,
                                     hone_matrix a, hone_matrix b, double beta, hone_matrix c,
                                     hone_events events) HONE_NOEXCEPT;
HONE_API hone_status hone_reduce_tuned(const hone_opencl* opencl, hone_tuned* tuned,
                                       cl_command_queue queue, hone_precision precision,
                                       hone_operation operation, size_t n, hone_vector x,
                                       hone_vector y, hone_vector result,
                                       hone_events events) HONE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
