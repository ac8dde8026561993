/* SPDX-License-Identifier: MIT
   An application that starts again and again while somebody tunes: it opens the database, asks, and
   leaves. Prints each config that it was told, then how often it asked, how often it was told that
   the database was passed over, and how long the longest took; ends with 1 when that was because
   something is not what was stored.
     reader DATABASE STOP KERNEL NAME VALUE      until the file STOP is there */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "db/lookup/tuned.h"

enum { most = 64 }; /* different configs */

struct told {
    char* config[most];
    size_t configs, asked, answered, passed_over, torn;
    double longest_ms;
};

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void note(struct told* told, const char* config) {
    for (size_t i = 0; i < told->configs; ++i)
        if (strcmp(told->config[i], config) == 0) return;
    if (told->configs < most) told->config[told->configs++] = strdup(config);
}

static void ask(struct told* told, const char* const* words, const hone_device* device,
                const hone_problem* problem) {
    const double before = now_ms();
    hone_tuned* tuned = hone_open_files(words, 1);
    hone_trust_databases(tuned);
    const hone_kernel* kernel = hone_find(tuned, words[2], device, "f32", problem);
    const double took = now_ms() - before;
    if (took > told->longest_ms) told->longest_ms = took;
    ++told->asked;
    const char* reason = hone_kernel_reason(kernel);
    if (strstr(reason, "skipped: ") != NULL) {
        ++told->passed_over;
        if (strstr(reason, "is damaged") != NULL || strstr(reason, "not what was") != NULL)
            ++told->torn;
        fprintf(stderr, "%s\n", reason);
    }
    if (hone_kernel_match(kernel) < HONE_DEFAULTS) {
        ++told->answered;
        note(told, hone_kernel_config(kernel));
    }
    hone_close(tuned);
}

int main(int count, char** words) {
    if (count != 6) return 2;
    hone_device* device = hone_device_new();
    hone_device_set_text(device, "type", "cpu");
    hone_device_set_number(device, "max_work_group", 4096);
    hone_device_set_number(device, "local_memory", 65536);
    hone_device_set_number(device, "compute_units", 2);
    hone_problem* problem = hone_problem_new();
    hone_problem_set(problem, words[4], atoll(words[5]));
    struct told told = {0};
    const struct timespec between = {0, 20000000};
    while (access(words[2], F_OK) != 0 || told.asked == 0) {
        ask(&told, (const char* const*)words + 1, device, problem);
        nanosleep(&between, NULL);
    }
    for (size_t i = 0; i < told.configs; ++i) {
        printf("config %s\n", told.config[i]);
        free(told.config[i]);
    }
    printf("asked %zu answered %zu torn %zu longest %.1f ms passed over %zu\n", told.asked,
           told.answered, told.torn, told.longest_ms, told.passed_over);
    hone_problem_free(problem);
    hone_device_free(device);
    return told.torn != 0;
}
