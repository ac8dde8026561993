/* SPDX-License-Identifier: MIT
   From a cl_device_id to the device of <hone/tuned.h>, and from an answer to launches. Header only:
   it is compiled with the OpenCL of the application.

     hone_launches* gemm = hone_launches_new(how, context, id);    NULL: then hone_reject()
     hone_launches_set(gemm, "A", sizeof a, &a); ...
     hone_launches_enqueue(gemm, queue); */
#ifndef HONE_OPENCL_H
#define HONE_OPENCL_H

#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

#include "db/lookup/tuned.h"

static inline int hone_ask_device(void* device, unsigned what, size_t size, void* value,
                                  size_t* actual_size) {
    return clGetDeviceInfo((cl_device_id)device, what, size, value, actual_size);
}

static inline int hone_ask_platform(void* platform, unsigned what, size_t size, void* value,
                                    size_t* actual_size) {
    return clGetPlatformInfo((cl_platform_id)platform, what, size, value, actual_size);
}

/* Everything that OpenCL tells of a device; to be freed by hone_device_free. */
static inline hone_device* hone_device_of(cl_device_id device) {
    return hone_device_read(device, hone_ask_device, hone_ask_platform);
}

/* The launches of one answer, which has to stay: built, with whatever belongs to the way of
   computing already set. */
typedef struct hone_launches {
    const hone_kernel* how;
    cl_program program;
    cl_kernel* kernels; /* one for each launch */
    cl_mem* scratch;    /* one for each extra; NULL for what is no buffer */
} hone_launches;

static inline void hone_launches_free(hone_launches* launches) {
    for (size_t l = 0; launches->kernels && l < hone_kernel_launches(launches->how); ++l)
        if (launches->kernels[l]) clReleaseKernel(launches->kernels[l]);
    for (size_t e = 0; launches->scratch && e < hone_kernel_extras(launches->how); ++e)
        if (launches->scratch[e]) clReleaseMemObject(launches->scratch[e]);
    if (launches->program) clReleaseProgram(launches->program);
    free(launches->kernels);
    free(launches->scratch);
    free(launches);
}

/* Sets the argument of this name, a cl_mem or a scalar of its exact type, wherever it occurs. */
static inline void hone_launches_set(const hone_launches* launches, const char* name, size_t size,
                                     const void* value) {
    for (size_t l = 0; l < hone_kernel_launches(launches->how); ++l)
        for (size_t a = 0; a < hone_launch_arguments(launches->how, l); ++a)
            if (strcmp(hone_launch_argument(launches->how, l, a), name) == 0)
                clSetKernelArg(launches->kernels[l], (cl_uint)a, size, value);
}

static inline void hone_launches_set_scalar(const hone_launches* launches, const char* name,
                                            const char* type, double value) {
    const cl_double as_double = value;
    const cl_float as_float = (cl_float)value;
    const cl_long as_long = (cl_long)value;
    const cl_int as_int = (cl_int)value;
    if (strcmp(type, "double") == 0)
        hone_launches_set(launches, name, sizeof as_double, &as_double);
    else if (strcmp(type, "float") == 0)
        hone_launches_set(launches, name, sizeof as_float, &as_float);
    else if (strcmp(type, "long") == 0 || strcmp(type, "ulong") == 0)
        hone_launches_set(launches, name, sizeof as_long, &as_long);
    else
        hone_launches_set(launches, name, sizeof as_int, &as_int);
}

/* What is not the application's own: scratch memory, local memory, the problem's sizes. */
static inline void hone_launches_set_extra(hone_launches* launches, size_t e, cl_context context) {
    const char* kind = hone_extra_kind(launches->how, e);
    const char* name = hone_extra_name(launches->how, e);
    const size_t bytes = hone_extra_bytes(launches->how, e);
    if (strcmp(kind, "local") == 0) {
        hone_launches_set(launches, name, bytes, NULL);
    } else if (strcmp(kind, "scratch") == 0) {
        void* zeros = calloc(bytes, 1);
        launches->scratch[e] =
            clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, zeros, NULL);
        hone_launches_set(launches, name, sizeof launches->scratch[e], &launches->scratch[e]);
        free(zeros);
    } else {
        hone_launches_set_scalar(launches, name, hone_extra_type(launches->how, e),
                                 hone_extra_value(launches->how, e));
    }
}

/* Builds; NULL where that fails, and then hone_reject gives another answer. */
static inline hone_launches* hone_launches_new(const hone_kernel* how, cl_context context,
                                               cl_device_id device) {
    hone_launches* launches = (hone_launches*)calloc(1, sizeof *launches);
    const char* source = hone_kernel_source(how);
    const char* options = hone_kernel_build_options(how);
    int built = 0;
    launches->how = how;
    launches->kernels = (cl_kernel*)calloc(hone_kernel_launches(how) + 1, sizeof(cl_kernel));
    launches->scratch = (cl_mem*)calloc(hone_kernel_extras(how) + 1, sizeof(cl_mem));
    launches->program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    built = launches->program &&
            clBuildProgram(launches->program, 1, &device, options, NULL, NULL) == CL_SUCCESS;
    for (size_t l = 0; built && l < hone_kernel_launches(how); ++l) {
        launches->kernels[l] = clCreateKernel(launches->program, hone_launch_entry(how, l), NULL);
        built = launches->kernels[l] != NULL;
    }
    if (!built) {
        hone_launches_free(launches);
        return NULL;
    }
    for (size_t e = 0; e < hone_kernel_extras(how); ++e)
        hone_launches_set_extra(launches, e, context);
    return launches;
}

/* Enqueues every launch, in order; OpenCL's first complaint, or CL_SUCCESS. */
static inline cl_int hone_launches_enqueue(const hone_launches* launches, cl_command_queue queue) {
    cl_int status = CL_SUCCESS;
    for (size_t l = 0; status == CL_SUCCESS && l < hone_kernel_launches(launches->how); ++l)
        status = clEnqueueNDRangeKernel(queue, launches->kernels[l],
                                        hone_launch_dimensions(launches->how, l), NULL,
                                        hone_launch_global(launches->how, l),
                                        hone_launch_local(launches->how, l), 0, NULL, NULL);
    return status;
}

#endif
