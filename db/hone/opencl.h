/* SPDX-License-Identifier: MIT
   Reads the device of <hone/tuned.h> from a cl_device_id, builds launches for a query, and runs
   matrix products and reductions as one call each. libhone does not link OpenCL: this header passes
   it the functions of the application's OpenCL.

     hone_gemm(queue, HONE_F32, HONE_ROW_MAJOR, m, n, k, 1, a, b, 0, c, none);

     hone_launches* gemm = hone_launches_find(tuned, "gemm", "f32", problem, context, device);
     hone_launches_set(gemm, "A", sizeof a, &a); ...
     hone_launches_enqueue(gemm, queue);          returns HONE_OK, else see hone_error_text() */
#ifndef HONE_OPENCL_H
#define HONE_OPENCL_H

#include "db/launch/launches.h"
#include "db/launch/routines.h"
#include "db/lookup/tuned.h"
#include "db/program/opencl_calls.h"

#ifdef __cplusplus
#define HONE_HANDLE(type, pointer) static_cast<type>(pointer)
#else
#define HONE_HANDLE(type, pointer) ((type)(pointer))
#endif
static inline int hone_ask_device(void* device, unsigned what, size_t size, void* value,
                                  size_t* actual_size) {
    return clGetDeviceInfo(HONE_HANDLE(cl_device_id, device), what, size, value, actual_size);
}

static inline int hone_ask_platform(void* platform, unsigned what, size_t size, void* value,
                                    size_t* actual_size) {
    return clGetPlatformInfo(HONE_HANDLE(cl_platform_id, platform), what, size, value, actual_size);
}
#undef HONE_HANDLE

static inline cl_command_queue CL_API_CALL hone_create_queue(cl_context context,
                                                             cl_device_id device, cl_int* status) {
#if defined(CL_TARGET_OPENCL_VERSION) && CL_TARGET_OPENCL_VERSION < 200
    return clCreateCommandQueue(context, device, 0, status);
#else
    return clCreateCommandQueueWithProperties(context, device, NULL, status);
#endif
}

/* The table of the application's OpenCL functions. */
static inline const hone_opencl* hone_opencl_here(void) {
#define HONE_OPENCL_ADDRESS(name) name,
    static const hone_opencl here = {sizeof(hone_opencl), hone_ask_device, hone_ask_platform,
                                     hone_create_queue, HONE_OPENCL_CALLS(HONE_OPENCL_ADDRESS)};
#undef HONE_OPENCL_ADDRESS
    return &here;
}

/* Reads all OpenCL properties of a device that hone uses. Free the result with
   hone_device_free(). */
static inline hone_device* hone_device_of(cl_device_id device) {
    return hone_device_read(device, hone_ask_device, hone_ask_platform);
}

/* Builds the launches of an answer. Returns NULL if the build fails: hone_error_text() gives the
   reason, and hone_reject() returns another answer. */
static inline hone_launches* hone_launches_new(const hone_kernel* how, cl_context context,
                                               cl_device_id device) {
    hone_launches* launches = NULL;
    hone_launches_build(hone_opencl_here(), how, context, device, &launches);
    return launches;
}

/* Builds the launches of the best answer that this device can build; rewrites the program if
   that is needed. Returns NULL if no answer can be built. */
static inline hone_launches* hone_launches_find(hone_tuned* tuned, const char* what,
                                                const char* precision, const hone_problem* problem,
                                                cl_context context, cl_device_id device) {
    hone_launches* launches = NULL;
    hone_launches_search(hone_opencl_here(), tuned, what, precision, problem, context, device,
                         &launches);
    return launches;
}

/* hone_launches_find() for another objective than time; see hone_find_objective(). */
static inline hone_launches* hone_launches_find_objective(hone_tuned* tuned, const char* what,
                                                          const char* precision,
                                                          const hone_problem* problem,
                                                          hone_objective objective,
                                                          cl_context context, cl_device_id device) {
    hone_launches* launches = NULL;
    hone_launches_search_objective(hone_opencl_here(), tuned, what, precision, problem, objective,
                                   context, device, &launches);
    return launches;
}

/* C = alpha * op(A) * op(B) + beta * C, where op(A) is m by k and op(B) is k by n. Does nothing
   if m or n is 0; k must be at least 1. C must not overlap A or B. */
static inline hone_status hone_gemm(cl_command_queue queue, hone_precision precision,
                                    hone_order order, size_t m, size_t n, size_t k, double alpha,
                                    hone_matrix a, hone_matrix b, double beta, hone_matrix c,
                                    hone_events events) {
    return hone_gemm_with(hone_opencl_here(), queue, precision, order, m, n, k, alpha, a, b, beta,
                          c, events);
}

/* Computes the sum, dot product, sum of magnitudes or maximum of n >= 1 elements. `y` is used
   only by HONE_DOT. If an element is NaN, sum, dot product and sum of magnitudes are NaN. The
   maximum is then unspecified: most devices ignore NaN, and return -infinity if all elements are
   NaN. */
static inline hone_status hone_reduce(cl_command_queue queue, hone_precision precision,
                                      hone_operation operation, size_t n, hone_vector x,
                                      hone_vector y, hone_vector result, hone_events events) {
    return hone_reduce_with(hone_opencl_here(), queue, precision, operation, n, x, y, result,
                            events);
}

#endif
