/* SPDX-License-Identifier: MIT
   From a cl_device_id to the device of <hone/tuned.h>, from a question to launches, and matrix
   products and reductions as one call each. libhone links no OpenCL: this header hands it the calls
   of the application's.

     hone_gemm(queue, HONE_F32, HONE_ROW_MAJOR, m, n, k, 1, a, b, 0, c, none);

     hone_launches* gemm = hone_launches_find(tuned, "gemm", "f32", problem, context, device);
     hone_launches_set(gemm, "A", sizeof a, &a); ...
     hone_launches_enqueue(gemm, queue);          every call: HONE_OK, else see hone_error_text() */
#ifndef HONE_OPENCL_H
#define HONE_OPENCL_H

#include "db/launch/launches.h"
#include "db/launch/routines.h"
#include "db/lookup/tuned.h"
#include "db/program/opencl_calls.h"

static inline int hone_ask_device(void* device, unsigned what, size_t size, void* value,
                                  size_t* actual_size) {
    return clGetDeviceInfo((cl_device_id)device, what, size, value, actual_size);
}

static inline int hone_ask_platform(void* platform, unsigned what, size_t size, void* value,
                                    size_t* actual_size) {
    return clGetPlatformInfo((cl_platform_id)platform, what, size, value, actual_size);
}

static inline cl_command_queue CL_API_CALL hone_create_queue(cl_context context,
                                                             cl_device_id device, cl_int* status) {
#if defined(CL_TARGET_OPENCL_VERSION) && CL_TARGET_OPENCL_VERSION < 200
    return clCreateCommandQueue(context, device, 0, status);
#else
    return clCreateCommandQueueWithProperties(context, device, NULL, status);
#endif
}

/* The application's OpenCL. */
static inline const hone_opencl* hone_opencl_here(void) {
#define HONE_OPENCL_ADDRESS(name) name,
    static const hone_opencl here = {sizeof(hone_opencl), hone_ask_device, hone_ask_platform,
                                     hone_create_queue, HONE_OPENCL_CALLS(HONE_OPENCL_ADDRESS)};
#undef HONE_OPENCL_ADDRESS
    return &here;
}

/* Everything that OpenCL tells of a device; to be freed by hone_device_free. */
static inline hone_device* hone_device_of(cl_device_id device) {
    return hone_device_read(device, hone_ask_device, hone_ask_platform);
}

/* The launches of an answer; NULL where they cannot be built: hone_error_text() says why, and
   hone_reject() gives another answer. */
static inline hone_launches* hone_launches_new(const hone_kernel* how, cl_context context,
                                               cl_device_id device) {
    hone_launches* launches = NULL;
    hone_launches_build(hone_opencl_here(), how, context, device, &launches);
    return launches;
}

/* The launches of the best answer that can be built here, rewritten where that is needed; NULL
   where there is none. */
static inline hone_launches* hone_launches_find(hone_tuned* tuned, const char* what,
                                                const char* precision, const hone_problem* problem,
                                                cl_context context, cl_device_id device) {
    hone_launches* launches = NULL;
    hone_launches_search(hone_opencl_here(), tuned, what, precision, problem, context, device,
                         &launches);
    return launches;
}

/* The same by another objective than the time, as hone_find_objective() says. */
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

/* C = alpha * op(A) * op(B) + beta * C, where op(A) is m by k and op(B) is k by n. Nothing is done
   where m or n is 0; k has to be 1 or more. C has memory of its own. */
static inline hone_status hone_gemm(cl_command_queue queue, hone_precision precision,
                                    hone_order order, size_t m, size_t n, size_t k, double alpha,
                                    hone_matrix a, hone_matrix b, double beta, hone_matrix c,
                                    hone_events events) {
    return hone_gemm_with(hone_opencl_here(), queue, precision, order, m, n, k, alpha, a, b, beta,
                          c, events);
}

/* The sum, dot product, sum of magnitudes or maximum of n elements, 1 or more; y counts for HONE_DOT
   alone. NaN among the elements makes the others NaN; of the maximum it leaves open what that is:
   most devices leave NaN out, and answer -infinity for NaN alone. */
static inline hone_status hone_reduce(cl_command_queue queue, hone_precision precision,
                                      hone_operation operation, size_t n, hone_vector x,
                                      hone_vector y, hone_vector result, hone_events events) {
    return hone_reduce_with(hone_opencl_here(), queue, precision, operation, n, x, y, result,
                            events);
}

#endif
