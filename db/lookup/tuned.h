/* SPDX-License-Identifier: MIT
   How shall I run this kernel, for this problem, on this device? The C face of <hone/tuned.hpp>:
   every call of it, with handles in place of objects. No call fails for want of a database: ask the
   answer for its match and its reason. A NULL or a 0 says that there is no such thing, or that a
   pointer was NULL: hone_error_text() knows. No call throws or ends the program. */
#ifndef HONE_TUNED_H
#define HONE_TUNED_H

#include <stddef.h>
#include <stdint.h>

#include "db/api/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0": the version of the library that is loaded. */
HONE_API const char* hone_version(void) HONE_NOEXCEPT;

typedef struct hone_tuned hone_tuned;     /* what is known */
typedef struct hone_device hone_device;   /* who asks */
typedef struct hone_problem hone_problem; /* what is asked */
typedef struct hone_kernel hone_kernel;   /* the answer; belongs to the hone_tuned that gave it */

/* Where an answer comes from, from the most to the least that is known. */
typedef enum hone_match {
    HONE_EXACT,        /* tuned on this device for this problem */
    HONE_NEAR,         /* on this device, for a problem near to this one */
    HONE_DRIVER,       /* on this device under another driver */
    HONE_FAR,          /* on this device, for a problem that is far */
    HONE_ARCHITECTURE, /* on another device of the same architecture */
    HONE_VENDOR,       /* on another device of the same vendor and type */
    HONE_PORTABLE,     /* on some device of the same type */
    HONE_DEFAULTS,     /* nothing was tuned: the kernel's default config */
    HONE_NONE          /* no kernel of this name, or none that can run here */
} hone_match;

/* A device, to be filled by name as struct hone::Device has it ("name", "driver", "local_memory",
   …; "max_items_x", "max_items_y", "max_items_z"). Whether there is such a field. <hone/opencl.h>
   fills all of them. */
HONE_API hone_device* hone_device_new(void) HONE_NOEXCEPT;
HONE_API int hone_device_set_text(hone_device* device, const char* field,
                                  const char* text) HONE_NOEXCEPT;
HONE_API int hone_device_set_number(hone_device* device, const char* field,
                                    int64_t number) HONE_NOEXCEPT;
HONE_API void hone_device_free(hone_device* device) HONE_NOEXCEPT;

/* clGetDeviceInfo or clGetPlatformInfo, with a plain pointer for the handle. */
typedef int (*hone_query)(void* handle, unsigned what, size_t size, void* value,
                          size_t* actual_size);
/* Everything that OpenCL tells of a cl_device_id. */
HONE_API hone_device* hone_device_read(void* device, hone_query device_info,
                                       hone_query platform_info) HONE_NOEXCEPT;

/* The arguments of a problem, such as M, N and K: extents have to be set, others have defaults. Of
   an argument that is set twice the last value counts. */
HONE_API hone_problem* hone_problem_new(void) HONE_NOEXCEPT;
HONE_API hone_status hone_problem_set(hone_problem* problem, const char* name,
                                      int64_t number) HONE_NOEXCEPT;
HONE_API hone_status hone_problem_set_real(hone_problem* problem, const char* name,
                                           double number) HONE_NOEXCEPT;
HONE_API hone_status hone_problem_set_word(hone_problem* problem, const char* name,
                                           const char* word) HONE_NOEXCEPT;
HONE_API void hone_problem_free(hone_problem* problem) HONE_NOEXCEPT;

/* Reads the user's database, those of the site and those that came with hone. */
HONE_API hone_tuned* hone_open(void) HONE_NOEXCEPT;
/* Reads these alone. */
HONE_API hone_tuned* hone_open_files(const char* const* files, size_t count) HONE_NOEXCEPT;
HONE_API void hone_close(hone_tuned* tuned) HONE_NOEXCEPT;

/* Lets kernels' texts come from databases, too; without it only those that came with hone are
   handed out. A kernel is a program: call it where every database that is read is your own. */
HONE_API hone_status hone_trust_databases(hone_tuned* tuned) HONE_NOEXCEPT;

/* Databases that were passed over, and why. */
HONE_API size_t hone_skipped(const hone_tuned* tuned) HONE_NOEXCEPT;
HONE_API const char* hone_skipped_file(const hone_tuned* tuned, size_t index) HONE_NOEXCEPT;
HONE_API const char* hone_skipped_reason(const hone_tuned* tuned, size_t index) HONE_NOEXCEPT;

/* The best that is known for a routine, or for one kernel by its name. Stays valid until
   hone_close, or until it is given back; equal answers are one, and all share the texts of the
   kernels. */
HONE_API const hone_kernel* hone_find(hone_tuned* tuned, const char* what,
                                      const hone_device* device, const char* precision,
                                      const hone_problem* problem) HONE_NOEXCEPT;
/* The same for callers that rewrite built programs as hone_kernel_rewrite() says: the fastest
   kernels of some GPUs need it. hone_launches_find() does both. */
HONE_API const hone_kernel* hone_find_rewritten(hone_tuned* tuned, const char* what,
                                                const hone_device* device, const char* precision,
                                                const hone_problem* problem) HONE_NOEXCEPT;

/* The same for programs that may compute less exactly than OpenCL promises, as those that were tuned
   with -cl-fast-relaxed-math do. The calls above never answer with one. */
HONE_API const hone_kernel* hone_find_relaxed(hone_tuned* tuned, const char* what,
                                              const hone_device* device, const char* precision,
                                              const hone_problem* problem) HONE_NOEXCEPT;

/* What is to be small: the time of a run after pauses, its time under steady load, its energy there,
   or energy times time. */
typedef enum hone_objective HONE_ANY_INT {
    HONE_TIME,
    HONE_SUSTAINED,
    HONE_ENERGY,
    HONE_EDP
} hone_objective;
/* The same by this objective: the best of what was measured for this problem on this device. Where
   nothing was, the fastest, and the reason says so. hone_launches_search_objective() also takes
   kernels that are rewritten. */
HONE_API const hone_kernel* hone_find_objective(hone_tuned* tuned, const char* what,
                                                const hone_device* device, const char* precision,
                                                const hone_problem* problem,
                                                hone_objective objective) HONE_NOEXCEPT;
/* What to take instead of an answer that could not be built or run. */
HONE_API const hone_kernel* hone_reject(hone_tuned* tuned, const hone_kernel* kernel) HONE_NOEXCEPT;
/* Gives back an answer of the calls above, which takes a few KB, before hone_close: for who asks for
   another size every time. An answer that was given twice has to be given back twice. */
HONE_API void hone_kernel_free(hone_tuned* tuned, const hone_kernel* kernel) HONE_NOEXCEPT;
/* Says what the source of a kernel is today; answers for another text are then stale. */
HONE_API hone_status hone_set_source(hone_tuned* tuned, const char* kernel,
                                     const char* text) HONE_NOEXCEPT;
/* With HONE_MODE=tune, what no database has is tuned by this: it gives 1 where it stored something
   new. */
typedef int (*hone_tuner)(void* user, const char* what, const hone_device* device,
                          const char* precision, const hone_problem* problem);
HONE_API hone_status hone_on_miss(hone_tuned* tuned, hone_tuner tuner, void* user) HONE_NOEXCEPT;

/* How good the answer is. */
HONE_API hone_match hone_kernel_match(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_match_text(hone_match match) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_reason(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_stale(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API double hone_kernel_confidence(const hone_kernel* kernel) HONE_NOEXCEPT;
/* Measured where the match is exact, else an estimate in which doubt counts as time; 0 where nobody can say. */
HONE_API double hone_kernel_expected_ns(const hone_kernel* kernel) HONE_NOEXCEPT;

/* What to build. */
HONE_API const char* hone_kernel_name(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_routine(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_precision(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_source(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_source_path(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_build_options(const hone_kernel* kernel) HONE_NOEXCEPT;
/* The target that the built program has to be rewritten for, such as "sm_90a"; else empty. */
HONE_API const char* hone_kernel_rewrite(const hone_kernel* kernel) HONE_NOEXCEPT;
/* The config and the complete problem as "NAME=VALUE NAME=VALUE"; one value by its name. */
HONE_API const char* hone_kernel_config(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_problem(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_kernel_setting(const hone_kernel* kernel,
                                         const char* parameter) HONE_NOEXCEPT;

/* What to launch, in order. Sizes have three dimensions, unused ones are 1. The local one is NULL where
   the driver chooses the work-group. */
HONE_API size_t hone_kernel_launches(const hone_kernel* kernel) HONE_NOEXCEPT;
HONE_API const char* hone_launch_entry(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API unsigned hone_launch_dimensions(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API const size_t* hone_launch_local(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API const size_t* hone_launch_global(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API size_t hone_launch_arguments(const hone_kernel* kernel, size_t launch) HONE_NOEXCEPT;
HONE_API const char* hone_launch_argument(const hone_kernel* kernel, size_t launch,
                                          size_t index) HONE_NOEXCEPT;

/* Arguments that belong to the way of computing: "scratch" and "local" have bytes, a "scalar" a
   type and a value. */
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
