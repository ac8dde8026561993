/* SPDX-License-Identifier: MIT
   The calls of <hone/opencl.h> from C, with a device. Gives the first expectation that fails, or
   NULL. */
#include <hone/opencl.h>
#include <stdio.h>
#include <string.h>

const char* use_in_c(cl_context context, cl_device_id device, cl_command_queue queue);

#define TEXT(line) #line
#define LINE(line) TEXT(line)
#define EXPECT(condition)                                                             \
    if (!(condition)) {                                                               \
        snprintf(wrong, sizeof wrong, "line %s: %s (%s)", LINE(__LINE__), #condition, \
                 hone_error_text());                                                  \
        return wrong;                                                                 \
    }

enum { n = 48 };
static char wrong[4000];
static float a[n * n], b[n * n], c[n * n];

static const hone_events none = {0, NULL, NULL};

static cl_mem buffer(cl_context context, void* from) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof a, from, NULL);
}

static const char* right(cl_command_queue queue, cl_mem result) {
    EXPECT(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL) == 0);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) { /* small integers: exact */
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
            EXPECT(sum == c[i * n + j]);
        }
    return NULL;
}

static const char* one_call(cl_command_queue queue, cl_mem* on) {
    const hone_matrix at[] = {{on[0], 0, 0, 0}, {on[1], 0, n, 0}, {on[2], 0, 0, 0}};
    const hone_matrix too_far = {on[2], 1, 0, 0};
    cl_event done = NULL;
    const hone_events with_event = {0, NULL, &done};
    EXPECT(hone_gemm(queue, HONE_F32, HONE_ROW_MAJOR, n, n, n, 1, at[0], at[1], 0, at[2],
                     with_event) == HONE_OK);
    EXPECT(clWaitForEvents(1, &done) == CL_SUCCESS);
    clReleaseEvent(done);
    EXPECT(hone_gemm(queue, HONE_F32, HONE_ROW_MAJOR, n, n, n, 1, at[0], at[1], 0, too_far, none) ==
           HONE_BAD_ARGUMENT);
    EXPECT(strstr(hone_error_text(), "C has 2304 elements from offset 1") != NULL);
    EXPECT(hone_gemm(queue, (hone_precision)77, HONE_ROW_MAJOR, n, n, n, 1, at[0], at[1], 0, at[2],
                     none) == HONE_BAD_ARGUMENT);
    EXPECT(hone_gemm(NULL, HONE_F32, HONE_ROW_MAJOR, n, n, n, 1, at[0], at[1], 0, at[2], none) ==
           CL_INVALID_COMMAND_QUEUE);
    return right(queue, on[2]);
}

static const char* a_sum(cl_command_queue queue, cl_mem* on) {
    const hone_vector x = {on[0], 0}, result = {on[2], 3};
    float found = 0, sum = 0;
    for (int i = 0; i < n * n; ++i) sum += a[i];
    EXPECT(hone_reduce(queue, HONE_F32, HONE_SUM, (size_t)n * n, x, x, result, none) == HONE_OK);
    clEnqueueReadBuffer(queue, on[2], CL_TRUE, 3 * sizeof found, sizeof found, &found, 0, NULL,
                        NULL);
    EXPECT(found == sum);
    return NULL;
}

static const char* set_all(hone_launches* gemm, cl_mem* on) {
    const cl_float alpha = 1, beta = 0;
    const cl_int rows = n, wrong_rows = n + 1;
    const cl_double wide = 1;
    const char* const names[] = {"A", "B", "C"};
    for (int i = 0; i < 3; ++i)
        EXPECT(hone_launches_set(gemm, names[i], sizeof on[i], &on[i]) == HONE_OK);
    EXPECT(hone_launches_set(gemm, "alpha", sizeof alpha, &alpha) == HONE_OK);
    EXPECT(hone_launches_set(gemm, "lda", sizeof rows, &rows) == HONE_OK);
    EXPECT(hone_launches_set(gemm, "lda", sizeof rows, &wrong_rows) == CL_INVALID_ARG_VALUE);
    EXPECT(hone_launches_set(gemm, "alpha", sizeof wide, &wide) == CL_INVALID_ARG_SIZE);
    EXPECT(hone_launches_set(gemm, "k", sizeof rows, &rows) == CL_INVALID_ARG_INDEX);
    EXPECT(strstr(hone_error_text(), "has no argument 'k'; it has A, B, C, alpha, beta") != NULL);
    EXPECT(hone_launches_set(gemm, NULL, sizeof rows, &rows) == HONE_BAD_ARGUMENT);
    EXPECT(hone_launches_set(NULL, "A", sizeof on[0], &on[0]) == HONE_BAD_ARGUMENT);
    EXPECT(hone_launches_set(gemm, "beta", sizeof beta, &beta) == HONE_OK);
    return NULL;
}

static const char* launches(cl_context context, cl_device_id device, cl_command_queue queue,
                            cl_mem* on) {
    hone_tuned* tuned = hone_open();
    hone_problem* problem = hone_problem_new();
    EXPECT(hone_problem_set(problem, "M", n) == HONE_OK);
    EXPECT(hone_launches_find(tuned, "gemm", "f32", problem, context, device) == NULL);
    EXPECT(strcmp(hone_error_text(), "gemm: N and K are missing") == 0);
    EXPECT(hone_problem_set(problem, "N", n) == HONE_OK && hone_problem_set(problem, "K", n) == 0);
    hone_launches* frugal = hone_launches_find_objective(tuned, "gemm", "f32", problem, HONE_ENERGY,
                                                         context, device);
    EXPECT(strstr(hone_kernel_reason(hone_launches_answer(frugal)), "no energy") != NULL);
    hone_launches_free(frugal);
    hone_launches* gemm = hone_launches_find(tuned, "gemm", "f32", problem, context, device);
    EXPECT(gemm != NULL);
    EXPECT(hone_launches_enqueue(gemm, queue) == CL_INVALID_KERNEL_ARGS);
    const char* failed = set_all(gemm, on);
    if (failed) return failed;
    EXPECT(hone_launches_enqueue(gemm, queue) == HONE_OK);
    EXPECT(hone_launches_count(gemm) > 0 && hone_launches_kernel(gemm, 0) != NULL);
    EXPECT(hone_launches_kernel(gemm, 99) == NULL);
    EXPECT(strlen(hone_kernel_name(hone_launches_answer(gemm))) > 0);
    failed = right(queue, on[2]);
    hone_launches_free(gemm);
    hone_problem_free(problem);
    hone_close(tuned);
    return failed;
}

/* The calls with explicit databases; a missing one gives the default config. */
static const char* with_own_databases(cl_command_queue queue, cl_mem* on) {
    const hone_matrix at[] = {{on[0], 0, 0, 0}, {on[1], 0, 0, 0}, {on[2], 0, 0, 0}};
    const hone_vector x = {on[0], 0}, result = {on[2], 0};
    const char* files[] = {"/nonexistent/none.db"};
    hone_tuned* tuned = hone_open_files(files, 1);
    EXPECT(hone_reduce_tuned(hone_opencl_here(), tuned, queue, HONE_F32, HONE_SUM, n, x, x, result,
                             none) == HONE_OK);
    for (int again = 0; again < 2; ++again)
        EXPECT(hone_gemm_tuned(hone_opencl_here(), tuned, queue, HONE_F32, HONE_ROW_MAJOR, n, n, n,
                               1, at[0], at[1], 0, at[2], none) == HONE_OK);
    EXPECT(hone_gemm_tuned(NULL, tuned, queue, HONE_F32, HONE_ROW_MAJOR, n, n, n, 1, at[0], at[1],
                           0, at[2], none) == HONE_BAD_ARGUMENT);
    hone_close(tuned);
    return right(queue, on[2]);
}

static const char* null_pointers(void) {
    EXPECT(hone_find(NULL, "gemm", NULL, "f32", NULL) == NULL);
    EXPECT(strcmp(hone_error_text(), "a pointer is NULL") == 0);
    EXPECT(hone_reject(NULL, NULL) == NULL);
    EXPECT(hone_kernel_match(NULL) == HONE_NONE);
    EXPECT(hone_kernel_name(NULL) == NULL && hone_kernel_launches(NULL) == 0);
    EXPECT(hone_launch_global(NULL, 0) == NULL && hone_extra_value(NULL, 0) == 0);
    EXPECT(hone_problem_set(NULL, "M", 1) == HONE_BAD_ARGUMENT);
    EXPECT(hone_device_set_text(NULL, "name", "x") == 0);
    EXPECT(hone_open_files(NULL, 1) == NULL);
    EXPECT(hone_trust_databases(NULL) == HONE_BAD_ARGUMENT);
    EXPECT(hone_launches_new(NULL, NULL, NULL) == NULL);
    EXPECT(hone_launches_enqueue(NULL, NULL) == HONE_BAD_ARGUMENT);
    hone_launches_free(NULL), hone_device_free(NULL), hone_problem_free(NULL), hone_close(NULL);
    EXPECT(strlen(hone_version()) >= 5);
    return NULL;
}

const char* use_in_c(cl_context context, cl_device_id device, cl_command_queue queue) {
    for (int i = 0; i < n * n; ++i) a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    cl_mem on[] = {buffer(context, a), buffer(context, b), buffer(context, c)};
    const char* failed = null_pointers();
    if (!failed) failed = one_call(queue, on);
    if (!failed) failed = a_sum(queue, on);
    if (!failed) failed = with_own_databases(queue, on);
    if (!failed) failed = launches(context, device, queue, on);
    for (int i = 0; i < 3; ++i) clReleaseMemObject(on[i]);
    return failed;
}
