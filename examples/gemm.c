/* SPDX-License-Identifier: MIT
   The matrix product of gemm.cpp in C: ask, build, set the arguments by their names, launch, check.
 */
#include <hone/opencl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id first_device(void) {
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    return device;
}

static void set_argument(cl_kernel kernel, cl_uint place, const char* name, cl_int n,
                         cl_mem* buffers) {
    const cl_float alpha = 1, beta = 0;
    if (strcmp(name, "alpha") == 0)
        clSetKernelArg(kernel, place, sizeof alpha, &alpha);
    else if (strcmp(name, "beta") == 0)
        clSetKernelArg(kernel, place, sizeof beta, &beta);
    else if (strlen(name) == 1 && *name <= 'C')
        clSetKernelArg(kernel, place, sizeof *buffers, &buffers[*name - 'A']);
    else
        clSetKernelArg(kernel, place, sizeof n, &n); /* M, N, K, lda, ldb, ldc */
}

/* c = a * b of n x n; whether it ran. */
static int multiply(cl_device_id id, const hone_kernel* how, cl_int n, float* matrices[3]) {
    const size_t bytes = sizeof(float) * (size_t)n * (size_t)n;
    const char* source = hone_kernel_source(how);
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, id, NULL, NULL);
    cl_mem buffers[3];
    for (int i = 0; i < 3; ++i)
        buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, matrices[i], NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    int ran = clBuildProgram(program, 1, &id, hone_kernel_build_options(how), NULL, NULL) == 0;
    for (size_t l = 0; ran && l < hone_kernel_launches(how); ++l) {
        cl_kernel kernel = clCreateKernel(program, hone_launch_entry(how, l), NULL);
        for (size_t a = 0; a < hone_launch_arguments(how, l); ++a)
            set_argument(kernel, (cl_uint)a, hone_launch_argument(how, l, a), n, buffers);
        ran = clEnqueueNDRangeKernel(queue, kernel, hone_launch_dimensions(how, l), NULL,
                                     hone_launch_global(how, l), hone_launch_local(how, l), 0, NULL,
                                     NULL) == 0;
        clReleaseKernel(kernel);
    }
    clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, bytes, matrices[2], 0, NULL, NULL);
    for (int i = 0; i < 3; ++i) clReleaseMemObject(buffers[i]);
    clReleaseProgram(program), clReleaseCommandQueue(queue), clReleaseContext(context);
    return ran;
}

int main(void) {
    enum { n = 256 };
    static float a[n * n], b[n * n], c[n * n];
    for (int i = 0; i < n * n; ++i) a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    cl_device_id id = first_device();
    hone_tuned* tuned = hone_open();
    hone_device* device = hone_device_of(id);
    hone_problem* problem = hone_problem_new();
    for (const char* const* name = (const char*[]){"M", "N", "K", NULL}; *name; ++name)
        hone_problem_set(problem, *name, n);
    const hone_kernel* how = hone_find(tuned, "gemm", device, "f32", problem);
    printf("%s %s\n%s: %s\n", hone_kernel_name(how), hone_kernel_config(how),
           hone_match_text(hone_kernel_match(how)), hone_kernel_reason(how));
    int right = hone_kernel_match(how) != HONE_NONE && multiply(id, how, n, (float*[]){a, b, c});
    for (int i = 0; i < n && right; ++i) { /* small whole numbers: exact */
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + i];
        right = sum == c[i * n + i];
    }
    puts(right ? "right" : "WRONG");
    hone_problem_free(problem), hone_device_free(device), hone_close(tuned);
    return right ? 0 : 1;
}
