/* SPDX-License-Identifier: MIT
   Matrix products and reductions as one call each, with the kernels tuned for the device of the
   queue. <hone/opencl.h> has the same calls without the function table; <hone/opencl.hpp> has
   the C++ API. */
#ifndef HONE_ROUTINES_H
#define HONE_ROUTINES_H

#include "db/api/status.h"
#include "db/program/opencl_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How elements are stored and multiplied; tf32 and tf32x3 are stored as float. tf32x3 computes a
   product of floats as three tf32 products (3xTF32). It is as exact as f32 for 0 and for
   elements from 2^-112 to 2^127. */
typedef enum hone_precision HONE_ANY_INT {
    HONE_F16,
    HONE_BF16,
    HONE_TF32,
    HONE_F32,
    HONE_F64,
    HONE_I32,
    HONE_TF32X3
} hone_precision;

/* Finds the precision of this name, such as "f16". Fails for any other name. */
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
    size_t leading_dimension; /* distance of rows (or columns) in elements; 0: no gaps */
    int transposed;           /* whether the product uses its transpose */
} hone_matrix;

/* Contiguous elements of a buffer. */
typedef struct hone_vector {
    cl_mem buffer;
    size_t offset; /* in elements */
} hone_vector;

/* The events that a call waits for, and where to store the event of the call, or NULL. */
typedef struct hone_events {
    cl_uint waits;
    const cl_event* list;
    cl_event* event;
} hone_events;

/* C = alpha * op(A) * op(B) + beta * C, where op(A) is m by k and op(B) is k by n. With beta =
   0, C is not read. Does nothing if m or n is 0; k must be at least 1. C must not overlap A or
   B. */
HONE_API hone_status hone_gemm_with(const hone_opencl* opencl, cl_command_queue queue,
                                    hone_precision precision, hone_order order, size_t m, size_t n,
                                    size_t k, double alpha, hone_matrix a, hone_matrix b,
                                    double beta, hone_matrix c, hone_events events) HONE_NOEXCEPT;

/* The sum, dot product, sum of magnitudes or maximum of n >= 1 elements. `y` is used only by
   HONE_DOT. If an element is NaN, sum, dot product and sum of magnitudes are NaN. The maximum is
   then unspecified: most devices ignore NaN, and return -infinity if all elements are NaN. */
HONE_API hone_status hone_reduce_with(const hone_opencl* opencl, cl_command_queue queue,
                                      hone_precision precision, hone_operation operation, size_t n,
                                      hone_vector x, hone_vector y, hone_vector result,
                                      hone_events events) HONE_NOEXCEPT;

/* The same with the answers of `tuned`, which also keeps the programs that these calls build.
   With NULL, they use the same answers as the calls above. */
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
