/* SPDX-License-Identifier: MIT
   Launches of an answer, C API. libhone builds, binds and enqueues them through the
   application's OpenCL. <hone/opencl.h> has the same calls without the function table. */
#ifndef HONE_LAUNCHES_H
#define HONE_LAUNCHES_H

#include "db/lookup/tuned.h"
#include "db/program/opencl_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_launches hone_launches;

/* Builds the launches of an answer. On failure, hone_error_text() has the compiler's log, and
   hone_reject() returns another answer. */
HONE_API hone_status hone_launches_build(const hone_opencl* opencl, const hone_kernel* how,
                                         cl_context context, cl_device_id device,
                                         hone_launches** built) HONE_NOEXCEPT;

/* Builds the launches of the best answer that can be built. If an answer cannot be built, the
   next one is tried. Programs are rewritten if the driver accepts it. */
HONE_API hone_status hone_launches_search(const hone_opencl* opencl, hone_tuned* tuned,
                                          const char* what, const char* precision,
                                          const hone_problem* problem, cl_context context,
                                          cl_device_id device, hone_launches** built) HONE_NOEXCEPT;

/* hone_launches_search() for another objective than time; see hone_find_objective(). */
HONE_API hone_status hone_launches_search_objective(const hone_opencl* opencl, hone_tuned* tuned,
                                                    const char* what, const char* precision,
                                                    const hone_problem* problem,
                                                    hone_objective objective, cl_context context,
                                                    cl_device_id device,
                                                    hone_launches** built) HONE_NOEXCEPT;

HONE_API void hone_launches_free(hone_launches* launches) HONE_NOEXCEPT;

/* The answer that is launched. Valid as long as the launches. */
HONE_API const hone_kernel* hone_launches_answer(const hone_launches* launches) HONE_NOEXCEPT;

/* Sets the argument of this name, a cl_mem or a scalar of its exact type, in all launches.
   Arguments that follow from the problem (extents, leading dimensions) are already set. The
   second form also checks the type: "int", "float", "buffer", ... */
HONE_API hone_status hone_launches_set(hone_launches* launches, const char* name, size_t size,
                                       const void* value) HONE_NOEXCEPT;
HONE_API hone_status hone_launches_set_typed(hone_launches* launches, const char* name,
                                             const char* type, size_t size,
                                             const void* value) HONE_NOEXCEPT;

/* Enqueues all launches, each after the previous one, also on an out-of-order queue. */
HONE_API hone_status hone_launches_enqueue(hone_launches* launches,
                                           cl_command_queue queue) HONE_NOEXCEPT;
/* The same after these events. `events` is NULL, or an array of hone_launches_count() events. */
HONE_API hone_status hone_launches_enqueue_after(hone_launches* launches, cl_command_queue queue,
                                                 cl_uint waits, const cl_event* list,
                                                 cl_event* events) HONE_NOEXCEPT;

HONE_API size_t hone_launches_count(const hone_launches* launches) HONE_NOEXCEPT;
HONE_API cl_kernel hone_launches_kernel(const hone_launches* launches, size_t index) HONE_NOEXCEPT;

/* Releases all programs that are kept in memory. They keep their contexts alive until then. */
HONE_API void hone_forget_programs(void) HONE_NOEXCEPT;

#ifdef __cplusplus
}

namespace hone {
struct TunedKernel;
class Tuned;
struct Query;

/// The same for answers of the C++ API.
HONE_API hone_status build_launches(const hone_opencl& opencl, const TunedKernel& how,
                                    cl_context context, cl_device_id device,
                                    hone_launches** built) noexcept;
HONE_API hone_status search_launches(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                                     cl_context context, cl_device_id device,
                                     hone_launches** built) noexcept;
HONE_API const TunedKernel& answer_of(const hone_launches& launches) noexcept;
}  // namespace hone
#endif

#endif
