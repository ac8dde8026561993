/* SPDX-License-Identifier: MIT
   An application in C on the first device: it asks for a product, runs it twice, and compares it with a
   loop here. Ends with 0 where it is right, with 1 where a call has failed and said so, with 2 where it
   is wrong. */
#include <hone/opencl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 32 };
static float a[n * n], b[n * n], c[n * n];

static void failed(const char* what, const char* reason) {
    printf("%s: %s\n", what, reason);
    exit(1);
}

static void check(cl_int status, const char* what) {
    char reason[32];
    snprintf(reason, sizeof reason, "OpenCL says %d", status);
    if (status != CL_SUCCESS) failed(what, reason);
}

static void check_hone(hone_status status, const char* what) {
    if (status == HONE_OK) return;
    if (strlen(hone_error_text()) == 0) exit(2);
    failed(what, hone_error_text());
}

static cl_device_id first_device(void) {
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    check(clGetPlatformIDs(1, &platform, NULL), "platforms");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "devices");
    return device;
}

static cl_mem buffer(cl_context context, void* from) {
    cl_int status = 0;
    const cl_mem made =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof a, from, &status);
    check(status, "buffers");
    return made;
}

static int is_right(void) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) { /* small integers: exact */
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
            if (sum != c[i * n + j]) return 0;
        }
    return 1;
}

static void multiply(hone_tuned* tuned, cl_command_queue queue, const cl_mem* on) {
    const hone_matrix at[] = {{on[0], 0, 0, 0}, {on[1], 0, 0, 0}, {on[2], 0, 0, 0}};
    const hone_events none = {0, NULL, NULL};
    check_hone(hone_gemm_tuned(hone_opencl_here(), tuned, queue, HONE_F32, HONE_ROW_MAJOR, n, n, n,
                               1, at[0], at[1], 0, at[2], none),
               "hone_gemm_tuned");
    memset(c, 0, sizeof c);
    check(clEnqueueReadBuffer(queue, on[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "reading");
    if (!is_right()) exit(2);
}

int main(void) {
    for (int i = 0; i < n * n; ++i) a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    cl_int status = 0;
    const cl_device_id device = first_device();
    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "a context");
    const cl_command_queue queue =
        clCreateCommandQueueWithProperties(context, device, NULL, &status);
    check(status, "a queue");
    const cl_mem on[] = {buffer(context, a), buffer(context, b), buffer(context, c)};
    hone_tuned* tuned = hone_open();
    for (int again = 0; again < 2; ++again) multiply(tuned, queue, on);
    hone_close(tuned);
    printf("right\n");
    return 0;
}
