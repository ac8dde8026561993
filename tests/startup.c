/* SPDX-License-Identifier: MIT
   What an application does with the library when it starts, for those who look at memory: open,
   find, read the answer, reject it, find again, close. */
#include <hone/tuned.h>
#include <stdio.h>

int main(int count, char** words) {
    const char* const files[] = {count > 1 ? words[1] : ""};
    hone_tuned* tuned = hone_open_files(files, 1);
    hone_device* device = hone_device_new();
    hone_problem* problem = hone_problem_new();
    hone_device_set_text(device, "name", "a device");
    hone_device_set_text(device, "type", "gpu");
    hone_device_set_number(device, "max_work_group", 256);
    hone_problem_set(problem, "M", 300);
    hone_trust_databases(tuned);
    for (int i = 0; i < 2; ++i) {
        const hone_kernel* kernel = hone_find(tuned, "gemm", device, "f32", problem);
        printf("%s %s: %s\n", hone_kernel_name(kernel), hone_kernel_config(kernel),
               hone_kernel_reason(kernel));
        for (size_t l = 0; l < hone_kernel_launches(kernel); ++l)
            printf("%s %zu\n", hone_launch_entry(kernel, l), hone_launch_global(kernel, l)[0]);
        hone_reject(tuned, kernel);
    }
    const int found = hone_skipped(tuned) == 0;
    hone_problem_free(problem);
    hone_device_free(device);
    hone_close(tuned);
    return found ? 0 : 1;
}
