/* SPDX-License-Identifier: MIT
   answers.cpp in C: the same questions, the same lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/lookup/tuned.h"

enum { most_parts = 64 };
static char line[1 << 16];
static char* parts[most_parts];
static size_t count;

static void split(void) {
    line[strcspn(line, "\n")] = '\0';
    count = 0;
    for (char* at = line; at && count < most_parts; ++count) {
        parts[count] = at;
        at = strchr(at, '\t');
        if (at) *at++ = '\0';
    }
}

/* Ends the name where its value begins. */
static char* value_of(char* part) {
    char* at = strchr(part, '=');
    *at = '\0';
    return at + 1;
}

static hone_device* device_of_line(void) {
    hone_device* device = hone_device_new();
    for (size_t i = 1; i < count; ++i) {
        const char* value = value_of(parts[i]);
        if (!hone_device_set_text(device, parts[i], value))
            hone_device_set_number(device, parts[i], strtoll(value, NULL, 10));
    }
    return device;
}

static hone_problem* problem_of_line(void) {
    hone_problem* problem = hone_problem_new();
    for (size_t i = 4; i < count; ++i) {
        const char* value = value_of(parts[i]);
        if (*value == 'i') hone_problem_set(problem, parts[i], strtoll(value + 2, NULL, 10));
        if (*value == 'r') hone_problem_set_real(problem, parts[i], strtod(value + 2, NULL));
        if (*value == 'w') hone_problem_set_word(problem, parts[i], value + 2);
    }
    return problem;
}

static void print_launch(const hone_kernel* kernel, size_t i) {
    const size_t *local = hone_launch_local(kernel, i), *global = hone_launch_global(kernel, i);
    printf("|%s", hone_launch_entry(kernel, i));
    for (unsigned d = 0; d < hone_launch_dimensions(kernel, i); ++d)
        printf(" %zu/%zu", local[d], global[d]);
    for (size_t a = 0; a < hone_launch_arguments(kernel, i); ++a)
        printf(" %s", hone_launch_argument(kernel, i, a));
}

static void print(const hone_kernel* kernel) {
    printf("%s|%.17g|%.17g|%s|%s|%s|%s|%s|%s|%s|%zu|%s|%s|%s",
           hone_match_text(hone_kernel_match(kernel)), hone_kernel_confidence(kernel),
           hone_kernel_expected_ns(kernel), hone_kernel_name(kernel), hone_kernel_routine(kernel),
           hone_kernel_precision(kernel), hone_kernel_reason(kernel), hone_kernel_stale(kernel),
           hone_kernel_rewrite(kernel), hone_kernel_build_options(kernel),
           strlen(hone_kernel_source(kernel)), hone_kernel_source_path(kernel),
           hone_kernel_config(kernel), hone_kernel_problem(kernel));
    for (size_t i = 0; i < hone_kernel_launches(kernel); ++i) print_launch(kernel, i);
    for (size_t i = 0; i < hone_kernel_extras(kernel); ++i)
        printf("|%s %s %s %zu %.17g", hone_extra_kind(kernel, i), hone_extra_name(kernel, i),
               hone_extra_type(kernel, i), hone_extra_bytes(kernel, i),
               hone_extra_value(kernel, i));
    putchar('\n');
}

int main(int words, char** word) {
    FILE* file = words > 1 ? fopen(word[1], "r") : NULL;
    hone_tuned* tuned = NULL;
    hone_device* device = NULL;
    const hone_kernel* last = NULL;
    if (!file) return 2;
    while (fgets(line, sizeof line, file)) {
        split();
        if (strcmp(parts[0], "open") == 0) {
            hone_close(tuned);
            tuned = hone_open_files((const char* const*)parts + 1, count - 1);
        } else if (strcmp(parts[0], "device") == 0) {
            hone_device_free(device);
            device = device_of_line();
        } else if (strcmp(parts[0], "reject") == 0) {
            print(last = hone_reject(tuned, last));
        } else {
            hone_problem* problem = problem_of_line();
            const int rewritten = strcmp(parts[3], "1") == 0;
            last = (rewritten ? hone_find_rewritten : hone_find)(tuned, parts[1], device, parts[2],
                                                                 problem);
            hone_problem_free(problem);
            print(last);
        }
    }
    hone_close(tuned), hone_device_free(device);
    return fclose(file);
}
