/* SPDX-License-Identifier: MIT
   The matrix product of gemm.cpp in C: as it was tuned on this machine, and beside it as the
   kernel's defaults would have it. The result is checked. */
#define _POSIX_C_SOURCE 200809L
#include <hone/opencl.h>
#include <stdio.h>
#include <time.h>

enum { n = 256 };
static float a[n * n], b[n * n], c[n * n];

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* c = a * b; the milliseconds that it takes at best, or -1 where it does not run. */
static double multiply(cl_device_id id, const hone_kernel* how) {
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, id, NULL, NULL);
    hone_launches* gemm = hone_launches_new(how, context, id);
    const char* const names[] = {"A", "B", "C"};
    float* const matrices[] = {a, b, c};
    const cl_int lines = n;
    const cl_float alpha = 1, beta = 0;
    cl_mem buffers[3];
    double best = -1;
    for (int i = 0; i < 3; ++i) {
        buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof a, matrices[i], NULL);
        if (gemm) hone_launches_set(gemm, names[i], sizeof buffers[i], &buffers[i]);
    }
    for (const char* const* name = (const char*[]){"lda", "ldb", "ldc", NULL}; gemm && *name;
         ++name)
        hone_launches_set(gemm, *name, sizeof lines, &lines);
    if (gemm) hone_launches_set(gemm, "alpha", sizeof alpha, &alpha);
    if (gemm) hone_launches_set(gemm, "beta", sizeof beta, &beta);
    for (int run = 0; gemm && run < 20; ++run) {
        const double start = now_ms();
        if (hone_launches_enqueue(gemm, queue) != CL_SUCCESS) break;
        clFinish(queue);
        if (best < 0 || now_ms() - start < best) best = now_ms() - start;
    }
    clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL);
    for (int i = 0; i < 3; ++i) clReleaseMemObject(buffers[i]);
    if (gemm) hone_launches_free(gemm);
    clReleaseCommandQueue(queue), clReleaseContext(context);
    return best;
}

int main(void) {
    for (int i = 0; i < n * n; ++i) a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    cl_platform_id platform = NULL;
    cl_device_id id = NULL;
    clGetPlatformIDs(1, &platform, NULL),
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL);
    hone_tuned* tuned = hone_open();
    setenv("HONE_MODE", "off", 1);
    hone_tuned* untuned = hone_open();
    hone_device* device = hone_device_of(id);
    hone_problem* problem = hone_problem_new();
    for (const char* const* name = (const char*[]){"M", "N", "K", NULL}; *name; ++name)
        hone_problem_set(problem, *name, n);
    const hone_kernel* how = hone_find(tuned, "gemm", device, "f32", problem);
    printf("%s %s\n%s: %s\n", hone_kernel_name(how), hone_kernel_config(how),
           hone_match_text(hone_kernel_match(how)), hone_kernel_reason(how));
    const double slow = multiply(id, hone_find(untuned, "gemm", device, "f32", problem));
    const double fast = multiply(id, how);
    int right = fast > 0;
    for (int i = 0; i < n && right; ++i) { /* small whole numbers: exact */
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + i];
        right = sum == c[i * n + i];
    }
    printf("%g ms, %g times as fast as by default, %s\n", fast, slow / fast,
           right ? "right" : "WRONG");
    hone_problem_free(problem), hone_device_free(device), hone_close(tuned), hone_close(untuned);
    return right ? 0 : 1;
}
