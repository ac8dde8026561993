/* SPDX-License-Identifier: MIT
   Every call of <hone/tuned.h>, from C. Gives the first expectation that fails, or NULL. */
#include <stdlib.h>
#include <string.h>

#include "db/lookup/tuned.h"

const char* use_every_call(const char* file);
const char* read_local_sizes(const char* file);

#define TEXT(line) #line
#define LINE(line) TEXT(line)
#define EXPECT(condition) \
    if (!(condition)) return "line " LINE(__LINE__) ": " #condition
#define SAME(a, b) EXPECT(strcmp(a, b) == 0)

static hone_device* gpu(void) {
    hone_device* device = hone_device_new();
    hone_device_set_text(device, "name", "ACME Rocket 100");
    hone_device_set_text(device, "vendor", "ACME");
    hone_device_set_text(device, "driver", "5.1");
    hone_device_set_text(device, "platform", "ACME OpenCL");
    hone_device_set_text(device, "type", "gpu");
    hone_device_set_number(device, "vendor_id", 0xacce);
    hone_device_set_number(device, "compute_units", 132);
    hone_device_set_number(device, "fp64", 1);
    return device;
}

static hone_problem* cube(int64_t n) {
    hone_problem* problem = hone_problem_new();
    hone_problem_set(problem, "M", n);
    hone_problem_set(problem, "N", n);
    hone_problem_set(problem, "K", n);
    return problem;
}

static int never(void* user, const char* what, const hone_device* device, const char* precision,
                 const hone_problem* problem) {
    (void)what, (void)device, (void)precision, (void)problem;
    ++*(int*)user;
    return 0;
}

static const char* read_answer(const hone_kernel* kernel) {
    EXPECT(hone_kernel_match(kernel) == HONE_EXACT);
    SAME(hone_match_text(HONE_EXACT), "exact");
    SAME(hone_kernel_reason(kernel), "tuned on this device for this problem");
    SAME(hone_kernel_stale(kernel), "");
    EXPECT(hone_kernel_confidence(kernel) == 1);
    EXPECT(hone_kernel_expected_ns(kernel) == 8000);
    SAME(hone_kernel_name(kernel), "product_tile");
    SAME(hone_kernel_routine(kernel), "product");
    SAME(hone_kernel_precision(kernel), "f32");
    SAME(hone_kernel_source(kernel), "kernel void product() {}");
    SAME(hone_kernel_source_path(kernel), "");
    EXPECT(strstr(hone_kernel_build_options(kernel), "-DTILE=32") != NULL);
    SAME(hone_kernel_config(kernel), "TILE=32 KIND=fast");
    SAME(hone_kernel_problem(kernel), "M=256 N=256 K=256 TA=0 beta=0 part=whole");
    SAME(hone_kernel_setting(kernel, "KIND"), "fast");
    EXPECT(hone_kernel_setting(kernel, "NONE") == NULL);
    EXPECT(hone_kernel_launches(kernel) == 1);
    SAME(hone_launch_entry(kernel, 0), "product");
    EXPECT(hone_launch_entry(kernel, 1) == NULL);
    EXPECT(hone_launch_dimensions(kernel, 0) == 2);
    EXPECT(hone_launch_local(kernel, 0)[1] == 8);
    EXPECT(hone_launch_global(kernel, 0)[0] == 64);
    EXPECT(hone_launch_arguments(kernel, 0) == 3);
    SAME(hone_launch_argument(kernel, 0, 2), "sums");
    EXPECT(hone_launch_argument(kernel, 0, 3) == NULL);
    SAME(hone_error_text(), "no argument has the number 3; launch 0 has 3");
    EXPECT(hone_kernel_extras(kernel) == 2);
    SAME(hone_extra_kind(kernel, 0), "scalar");
    SAME(hone_extra_name(kernel, 0), "M");
    SAME(hone_extra_type(kernel, 0), "int");
    EXPECT(hone_extra_value(kernel, 0) == 256);
    EXPECT(hone_extra_bytes(kernel, 1) == 1024);
    return NULL;
}

static const char* ask(hone_tuned* tuned, const hone_device* device) {
    int misses = 0;
    hone_problem* problem = cube(256);
    hone_on_miss(tuned, never, &misses);
    const hone_kernel* kernel = hone_find(tuned, "product", device, "f32", problem);
    const char* wrong = read_answer(kernel);
    if (wrong) return wrong;
    EXPECT(hone_find(tuned, "product", device, "f32", problem) == kernel);
    const hone_kernel* frugal =
        hone_find_objective(tuned, "product", device, "f32", problem, HONE_ENERGY);
    EXPECT(strstr(hone_kernel_reason(frugal), "no energy under sustained load was measured") != NULL);
    SAME(hone_kernel_config(frugal), hone_kernel_config(kernel));
    hone_objective unknown = (hone_objective)(HONE_EDP + 1);
    EXPECT(hone_find_objective(tuned, "product", device, "f32", problem, unknown) == NULL);
    const hone_kernel* next = hone_reject(tuned, kernel);
    EXPECT(hone_kernel_match(next) == HONE_FAR);
    hone_set_source(tuned, "product_tile", "another text");
    next = hone_find(tuned, "product", device, "f32", problem);
    SAME(hone_kernel_stale(next), "the kernel's source has changed since");
    hone_problem_set_real(problem, "beta", 0.5);
    hone_problem_set_word(problem, "part", "upper");
    EXPECT(hone_kernel_match(hone_find(tuned, "product", device, "f32", problem)) == HONE_DEFAULTS);
    hone_kernel_free(tuned, next);
    hone_problem_free(problem);
    EXPECT(misses == 0);
    return NULL;
}

const char* use_every_call(const char* file) {
    const char* files[2] = {"/no/such/file.db", file};
    hone_tuned* tuned = hone_open_files(files, 2);
    hone_trust_databases(tuned);
    EXPECT(hone_skipped(tuned) == 1);
    SAME(hone_skipped_file(tuned, 0), files[0]);
    EXPECT(strstr(hone_skipped_reason(tuned, 0), "no database") != NULL);
    EXPECT(hone_skipped_file(tuned, 1) == NULL);
    hone_device* device = gpu();
    EXPECT(hone_device_set_text(device, "uuid", "") == 1);
    EXPECT(hone_device_set_text(device, "nickname", "x") == 0);
    EXPECT(hone_error_status() == HONE_BAD_ARGUMENT);
    EXPECT(hone_device_set_number(device, "name", 1) == 0);
    const char* wrong = ask(tuned, device);
    hone_device_free(device);
    hone_close(tuned);
    hone_close(hone_open());
    return wrong;
}

static const char* read_locals(hone_tuned* tuned, const hone_device* device) {
    hone_problem* small = cube(256);
    hone_problem* large = cube(512);
    const hone_kernel* drivers = hone_find(tuned, "product", device, "f32", small);
    const hone_kernel* said = hone_find(tuned, "product", device, "f32", large);
    EXPECT(hone_kernel_match(drivers) == HONE_EXACT && hone_kernel_match(said) == HONE_EXACT);
    EXPECT(hone_launch_local(drivers, 0) == NULL);
    EXPECT(hone_launch_dimensions(drivers, 0) == 2);
    EXPECT(hone_launch_global(drivers, 0)[0] == 64);
    EXPECT(hone_launch_local(said, 0)[0] == 16);
    hone_problem_free(small);
    hone_problem_free(large);
    return NULL;
}

const char* read_local_sizes(const char* file) {
    hone_tuned* tuned = hone_open_files(&file, 1);
    hone_trust_databases(tuned);
    hone_device* device = gpu();
    const char* wrong = read_locals(tuned, device);
    hone_device_free(device);
    hone_close(tuned);
    return wrong;
}
