/* SPDX-License-Identifier: MIT
   Launches of an answer, for C: built, bound and enqueued by libhone through the application's
   OpenCL. <hone/opencl.h> has the calls without a table of functions. */
#ifndef HONE_LAUNCHES_H
#define HONE_LAUNCHES_H

#include "db/lookup/tuned.h"
#include "db/program/opencl_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_launches hone_launches;

/* The launches of an answer; HONE_OK, or why not, with the compiler's log in hone_error_text():
   then hone_reject() gives another answer. */
HONE_API hone_status hone_launches_build(const hone_opencl* opencl, const hone_kernel* how,
                                         cl_context context, cl_device_id device,
                                         hone_launches** built) HONE_NOEXCEPT;

/* The launches of the best answer that can be built: one that cannot gives way to the next, and
   programs are rewritten where the driver takes that. */
HONE_API hone_status hone_launches_search(const hone_opencl* opencl, hone_tuned* tuned,
                                          const char* what, const char* precision,
                                          const hone_problem* problem, cl_context context,
                                          cl_device_id device, hone_launches** built) HONE_NOEXCEPT;

/* The same by another objective than the time, as hone_find_objective() says. */
HONE_API hone_status hone_launches_search_objective(const hone_opencl* opencl, hone_tuned* tuned,
                                                    const char* what, const char* precision,
                                                    const hone_problem* problem,
                                                    hone_objective objective, cl_context context,
                                                    cl_device_id device,
                                                    hone_launches** built) HONE_NOEXCEPT;

HONE_API void hone_launches_free(hone_launches* launches) HONE_NOEXCEPT;

/* The answer that is launched, as long as the launches live. */
HONE_API const hone_kernel* hone_launches_answer(const hone_launches* launches) HONE_NOEXCEPT;

/* Sets the argument of this name, a cl_mem or a scalar of its exact type, wherever it occurs. What
   follows from the problem (extents, leading dimensions) is set already. The second form also
   compares the type: "int", "float", "buffer", ... */
HONE_API hone_status hone_launches_set(hone_launches* launches, const char* name, size_t size,
                                       const void* value) HONE_NOEXCEPT;
HONE_API hone_status hone_launches_set_typed(hone_launches* launches, const char* name,
                                             const char* type, size_t size,
                                             const void* value) HONE_NOEXCEPT;

/* Enqueues every launch, each after the one before it, also on an out-of-order queue. */
HONE_API hone_status hone_launches_enqueue(hone_launches* launches,
                                           cl_command_queue queue) HONE_NOEXCEPT;
/* The same after these events; `events` is NULL or has room for hone_launches_count(). */
HONE_API hone_status hone_launches_enqueue_after(hone_launches* launches, cl_command_queue queue,
                                                 cl_uint waits, const cl_event* list,
                                                 cl_event* events) HONE_NOEXCEPT;

HONE_API size_t hone_launches_count(const hone_launches* launches) HONE_NOEXCEPT;
HONE_API cl_kernel hone_launches_kernel(const hone_launches* launches, size_t index) HONE_NOEXCEPT;

/* Releases the programs that are kept in memory, which keep their contexts alive. */
HONE_API void hone_forget_programs(void) HONE_NOEXCEPT;

#ifdef __cplusplus
}

namespace hone {
struct TunedKernel;
class Tuned;
struct Query;

/// The same for the answers of C++.
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
