/* SPDX-License-Identifier: MIT
   A table of the OpenCL functions that libhone calls: libhone itself does not link OpenCL.
   <hone/opencl.h> fills the table with the functions of the application. */
#ifndef HONE_OPENCL_CALLS_H
#define HONE_OPENCL_CALLS_H

#if defined(CL_TARGET_OPENCL_VERSION) && CL_TARGET_OPENCL_VERSION < 120
#error "hone's headers call OpenCL 1.2: define CL_TARGET_OPENCL_VERSION as 120 or more"
#endif

#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stddef.h>

#include "db/lookup/tuned.h"

/* Append new calls at the end: the library also accepts the shorter tables of older headers. */
#define HONE_OPENCL_CALLS(CALL)       \
    CALL(clCreateProgramWithSource)   \
    CALL(clCreateProgramWithBinary)   \
    CALL(clBuildProgram)              \
    CALL(clGetProgramInfo)            \
    CALL(clGetProgramBuildInfo)       \
    CALL(clRetainProgram)             \
    CALL(clReleaseProgram)            \
    CALL(clCreateKernel)              \
    CALL(clReleaseKernel)             \
    CALL(clSetKernelArg)              \
    CALL(clGetKernelArgInfo)          \
    CALL(clCreateBuffer)              \
    CALL(clCreateSubBuffer)           \
    CALL(clGetMemObjectInfo)          \
    CALL(clReleaseMemObject)          \
    CALL(clGetCommandQueueInfo)       \
    CALL(clRetainCommandQueue)        \
    CALL(clReleaseCommandQueue)       \
    CALL(clEnqueueNDRangeKernel)      \
    CALL(clEnqueueReadBuffer)         \
    CALL(clEnqueueCopyBufferRect)     \
    CALL(clEnqueueMarkerWithWaitList) \
    CALL(clRetainEvent)               \
    CALL(clReleaseEvent)              \
    CALL(clFlush)                     \
    CALL(clGetEventInfo)              \
    CALL(clGetKernelWorkGroupInfo)    \
    CALL(clGetContextInfo)

typedef struct hone_opencl {
    size_t size; /* of this struct */
    hone_query device_info;
    hone_query platform_info;
    /* Creates an in-order queue without properties. */
    cl_command_queue(CL_API_CALL* create_queue)(cl_context context, cl_device_id device,
                                                cl_int* status);
#define HONE_OPENCL_MEMBER(name) cl_api_##name name;
    HONE_OPENCL_CALLS(HONE_OPENCL_MEMBER)
#undef HONE_OPENCL_MEMBER
} hone_opencl;

#endif
