/* SPDX-License-Identifier: MIT
   The matrix product of gemm.cpp in C: as tuned on this machine, with the kernel's default
   config, and as one call. The results are checked. */
#define _POSIX_C_SOURCE 200809L
#include <hone/opencl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { n = 256 };
static float a[n * n], b[n * n], c[n * n];

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static int right(void) {
    for (int i = 0; i < n; ++i) { /* small whole numbers: exact */
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + i];
        if (sum != c[i * n + i]) return 0;
    }
    return 1;
}

static int failed(void) {
    fprintf(stderr, "%s\n", hone_error_text());
    return 1;
}

/* C = A * B. Returns the shortest time in milliseconds, or -1 if it does not run. */
static double multiply(cl_command_queue queue, hone_launches* gemm, const cl_mem* buffers) {
    const cl_float alpha = 1, beta = 0;
    double best = -1;
    hone_launches_set(gemm, "A", sizeof buffers[0], &buffers[0]);
    hone_launches_set(gemm, "B", sizeof buffers[1], &buffers[1]);
    hone_launches_set(gemm, "C", sizeof buffers[2], &buffers[2]);
    hone_launches_set(gemm, "alpha", sizeof alpha, &alpha);
    hone_launches_set(gemm, "beta", sizeof beta, &beta);
    for (int run = 0; run < 20; ++run) {
        const double start = now_ms();
        if (hone_launches_enqueue(gemm, queue) != HONE_OK) return failed(), -1;
        clFinish(queue);
        if (best < 0 || now_ms() - start < best) best = now_ms() - start;
    }
    clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL);
    return right() ? best : -1;
}

static int multiply_in_one_call(cl_command_queue queue, const cl_mem* buffers) {
    const hone_matrix A = {.buffer = buffers[0]}, B = {.buffer = buffers[1]};
    const hone_matrix C = {.buffer = buffers[2]};
    const hone_events none = {0};
    if (hone_gemm(queue, HONE_F32, HONE_ROW_MAJOR, n, n, n, 1, A, B, 0, C, none) != HONE_OK)
        return failed();
    clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL);
    return right() ? 0 : 1;
}

int main(void) {
    for (int i = 0; i < n * n; ++i) a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    cl_platform_id platform = NULL;
    cl_device_id id = NULL;
    clGetPlatformIDs(1, &platform, NULL),
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL);
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, id, NULL, NULL);
    cl_mem buffers[3];
    float* const matrices[] = {a, b, c};
    for (int i = 0; i < 3; ++i)
        buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof a, matrices[i], NULL);

    hone_tuned* tuned = hone_open();
    setenv("HONE_MODE", "off", 1);
    hone_tuned* untuned = hone_open();
    unsetenv("HONE_MODE");
    hone_problem* problem = hone_problem_new();
    for (const char* const* name = (const char*[]){"M", "N", "K", NULL}; *name; ++name)
        hone_problem_set(problem, *name, n);
    hone_launches* gemm = hone_launches_find(tuned, "gemm", "f32", problem, context, id);
    hone_launches* defaults = hone_launches_find(untuned, "gemm", "f32", problem, context, id);
    if (!gemm || !defaults) return failed();
    const hone_kernel* how = hone_launches_answer(gemm);
    printf("%s %s\n%s: %s\n", hone_kernel_name(how), hone_kernel_config(how),
           hone_match_text(hone_kernel_match(how)), hone_kernel_reason(how));
    const double slow = multiply(queue, defaults, buffers);
    const double fast = multiply(queue, gemm, buffers);
    const int wrong = slow < 0 || fast < 0 || multiply_in_one_call(queue, buffers);
    printf("%g ms, %g times as fast as by default, %s\n", fast, slow / fast,
           wrong ? "WRONG" : "right");
    hone_launches_free(gemm), hone_launches_free(defaults);
    hone_problem_free(problem), hone_close(tuned), hone_close(untuned);
    for (int i = 0; i < 3; ++i) clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queue), clReleaseContext(context);
    return wrong;
}
