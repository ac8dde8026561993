/* SPDX-License-Identifier: MIT
   C API of <hone/tuned.hpp>: finds the config with which to run a kernel for a problem on a
   device. A missing database is not an error: hone_kernel_match() and hone_kernel_reason()
   describe the answer. Functions that return a pointer, a count or a flag return NULL or 0 on
   failure, also for a NULL argument; hone_error_text() gives the reason. No call throws or ends
   the program. */
#ifndef HONE_TUNED_H
#define HONE_TUNED_H

#include <stddef.h>
#include <stdint.h>

#include "db/api/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the loaded library, such as "0.1.0". */
HONE_API const char* hone_version(void) HONE_NOEXCEPT;

typedef struct hone_tuned hone_tuned;     /* the tuned results */
typedef struct hone_device hone_device;   /* the device of a query */
typedef struct hone_problem hone_problem; /* the problem of a query */
typedef struct hone_kernel hone_kernel;   /* an answer; belongs to its hone_tuned */

/* The origin of an answer, from the most to the least reliable. */
typedef enum hone_match {
    HONE_EXACT,        /* tuned on this device for this problem */
    HONE_NEAR,         /* on this device, for a similar problem */
    HONE_DRIVER,       /* on this device under another driver */
    HONE_FAR,          /* on this device, for a very different problem */
    HONE_ARCHITECTURE, /* on another device of the same architecture */
    HONE_VENDOR,       /* on another device of the same vendor and type */
    HONE_PORTABLE,     /* on some device of the same type */
    HONE_DEFAULTS,     /* nothing was tuned: the kernel's default config */
    HONE_NONE          /* no kernel of this name, or none that can run here */
} hone_match;

/* A device whose fields the caller sets by name, as in struct hone::Device ("name", "driver",
   "local_memory", …; "max_items_x", "max_items_y", "max_items_z"). The setters return 0 if there
   is no such field. <hone/opencl.h> sets all fields. */
HONE_API hone_device* hone_device_new(void) HONE_NOEXCEPT;
HONE_API int hone_device_set_text(hone_device* device, const char* field,
                                  const char* text) HONE_NOEXCEPT;
HONE_API int hone_device_set_number(hone_device* device, const char* field,
                                    int64_t number) HONE_NOEXCEPT;
HONE_API void hone_device_free(hone_device* device) HONE_NOEXCEPT;

/* clGetDeviceInfo or clGetPlatformInfo, with the handle as void*. */
typedef int (*hone_query)(void* handle, unsigned what, size_t size, void* value,
                          size_t* actual_size);
/* Reads all OpenCL properties of a cl_device_id that hone uses. */
HONE_API hone_device* hone_device_read(void* device, hone_query device_info,
                                       hone_query platform_info) HONE_NOEXCEPT;

/* The arguments of a problem, such as M, N and K. Extents must be set, other arguments have
   defaults. If an argument is set twice, the last value counts. */
HONE_API hone_problem* hone_problem_new(void) HONE_NOEXCEPT;
HONE_API hone_status hone_problem_set(hone_problem* problem, const char* name,
                                      int64_t number) HONE_NOEXCEPT;
HONE_API hone_status hone_problem_set_real(hone_problem* problem, const char* name,
                                           double number) HONE_NOEXCEPT;
HONE_API hone_status hone_problem_set_word(hone_problem* problem, const char* name,
                                           const char* word) HONE_NOEXCEPT;
HONE_API void hone_problem_free(hone_problem* problem) HONE_NOEXCEPT;

/* Reads the databases of the user, of the site, and those that come with hone. */
HONE_API hone_tuned* hone_open(void) HONE_NOEXCEPT;
/* Reads only these databases. */
HONE_API hone_tuned* hone_open_files(const char* const* files, size_t count) HONE_NOEXCEPT;
HONE_API void hone_close(hone_tuned* tuned) HONE_NOEXCEPT;

/* Also allows kernel sources from databases. Without it, only kernels that come with hone are
   used. Call it only if you trust every database: kernel sources from them are compiled and run. */
HONE_API hone_status hone_trust_databases(hone_tuned* tuned) HONE_NOEXCEPT;

/* Databases that were skipped, and the reasons. */
HONE_API size_t hone_skipped(const hone_tuned* tuned) HONE_NOEXCEPT;
HONE_API const char* hone_skipped_file(const hone_tuned* tuned, size_t index) HONE_NOEXCEPT;
HONE_API const char* hone_skipped_reason(const hone_tuned* tuned, size_t index) HONE_NOEXCEPT;

/* The best known answer for a routine, or for one kernel by its name. The answer stays valid
   until hone_kernel_free() or hone_close(). Equal queries return the same pointer; all answers
   share the kernel sources. */
HONE_API const hone_kernel* hone_find(hone_tuned* tuned, const char* what,
                                      const hone_device* device, const char* precision,
                                      const hone_problem* problem) HONE_NOEXCEPT;
/* The same for callers that can rewrite built programs; see hone_kernel_rewrite(). The fastest
   kernels of some GPUs need it. hone_launches_find() rewrites the program itself. */
HONE_API const hone_kernel* hone_find_rewritten(hone_tuned* tuned, const char* what,
                                                const hone_device* device, const char* precision,
                                                const hone_problem* problem) HONE_NOEXCEPT;

/* The same, including programs that may be less accurate than OpenCL guarantees, such as those
   tuned with -cl-fast-relaxed-math. The calls above never return such a program. */
HONE_API const hone_kernel* hone_find_relaxed(hone_tuned* tuned, const char* what,
                                              const hone_device* device, const char* precision,
                                              const hone_problem* problem) HONE_NOEXCEPT;

/* The objective to minimize: the time of a run after idle time, its time under sustained load,
   its energy under sustained load, or energy times time. */
typedef enum hone_objective HONE_ANY_INT {
    HONE_TIME,
    HONE_SUSTAINED,
    HONE_ENERGY,
    HONE_EDP
} hone_objective;
/* The same for this objective: the best config that was measured for this problem on this
   device. If none was measured, it returns the fastest, and the reason says so.
   hone_launches_search_objective() also considers kernels that need rewriting. */
HONE_API const hone_kernel* hone_find_objective(hone_tuned* tuned, const char* what,
                                                const hone_device* device, const char* precision,
                                                const hone_problem* problem,
                                                hone_objective objective) HONE_NOEXCEPT;
/* Excludes this config and returns the next best answer. Call it if an answer cannot be built or
   run. */
HONE_API const hone_kernel* hone_reject(hone_tuned* tuned, const hone_kernel* kernel) HONE_NOEXCEPT;
/* Frees an answer before hone_close(). Useful for applications that ask for many sizes: each
   answer takes a few KB. Free an answer as often as it was returned. */
HONE_API void hone_kernel_free(hone_tuned* tuned, const hone_kernel* kernel) HONE_NOEXCEPT;
/* Sets the current source of a kernel; answers that were tuned with another source are marked as
   stale. */
HONE_API hone_status hone_set_source(hone_tuned* tuned, const char* kernel,
                                     const char* text) HONE_NOEXCEPT;
/* Callback for HONE_MODE=tune: tunes a problem that no database has. Returns 1 if it stored a
   result. */
typedef int (*hone_tuner)(void* user, const char* what, const hone_device* device,
                          const char* precision, const hone_problem* problem);
HONE_API hone_status hone_on_miss(hone_tuned* tuned, hone_tuner tuner, void* user) HONE_NOEXCEPT;

/* The quality of the answer. */
HONE_API hone_match hone_kernel_match(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_match_text(hone_match match) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_reason(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_stale(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API double hone_kernel_confidence(const hone_kernel* kernel) HONE_NOEXCEPT;
/* Expected time: measured if the match is exact, else an upper estimate that includes the
   uncertainty; 0 if unknown. */
HONE_API double hone_kernel_expected_ns(const hone_kernel* kernel) HONE_NOEXCEPT;

/* The program to build. */
HONE_API const char* hone_kernel_name(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_routine(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_precision(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_source(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_source_path(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_build_options(const hone_kernel* kernel) HONE_NOEXCEPT;
/* The target for which the built program must be rewritten, such as "sm_90a"; empty if none. */
HONE_API const char* hone_kernel_rewrite(const hone_kernel* kernel) HONE_NOEXCEPT;
/* The config and the complete problem as "NAME=VALUE NAME=VALUE"; the value of one parameter. */
HONE_API const char* hone_kernel_config(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_problem(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_setting(const hone_kernel* kernel,
                                         const char* parameter) HONE_NOEXCEPT;

/* The kernels to enqueue, in order. Sizes have three dimensions, unused ones are 1. The local
   size is NULL if the driver chooses the work-group size. */
HONE_API size_t hone_kernel_launches(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_launch_entry(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API unsigned hone_launch_dimensions(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API const size_t* hone_launch_local(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API const size_t* hone_launch_global(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API size_t hone_launch_arguments(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API const char* hone_launch_argument(const hone_kernel* kernel, size_t launch,
                                          size_t index) HONE_NOEXCEPT;

/* Arguments that the kernel needs besides those of the problem: "scratch" buffers and "local"
   memory have a size in bytes, a "scalar" has a type and a value. */
HONE_API size_t hone_kernel_extras(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_extra_kind(const hone_kernel* kernel, size_t extra) HONE_NOEXCEPT;
HONE_API const char* hone_extra_name(const hone_kernel* kernel, size_t extra) HONE_NOEXCEPT;
HONE_API const char* hone_extra_type(const hone_kernel* kernel, size_t extra) HONE_NOEXCEPT;
HONE_API size_t hone_extra_bytes(const hone_kernel* kernel, size_t extra) HONE_NOEXCEPT;
HONE_API double hone_extra_value(const hone_kernel* kernel, size_t extra) HONE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
