// SPDX-License-Identifier: MIT
// C API of launches; the C++ API of <hone/opencl.hpp> is built on it.
#include "db/launch/launches.h"

#include "db/api/status.hpp"
#include "db/c/handles.hpp"
#include "db/device/opencl_device.hpp"
#include "db/launch/find_launches.hpp"
#include "db/launch/sequence_pool.hpp"
#include "db/program/loaded_programs.hpp"
#include "db/program/rewrite_probe.hpp"
#include "db/program/whole_table.hpp"

using hone::guarded;
using hone::guarded_result;
using hone::need;
using hone::launch::LaunchSequence;
using hone::program::whole_table;

struct hone_launches {
    explicit hone_launches(LaunchSequence given)
        : sequence(std::move(given)), how(sequence.answer()) {}
    LaunchSequence sequence;
    hone_kernel how;  // refers to the answer of the sequence
};

namespace {

std::unique_ptr<hone_launches> launches_of(LaunchSequence sequence) {
    return std::make_unique<hone_launches>(std::move(sequence));
}

}  // namespace

namespace hone {

hone_status build_launches(const hone_opencl& opencl, const TunedKernel& how, cl_context context,
                           cl_device_id device, hone_launches** built) noexcept {
    return guarded([&] {
        need(built, context, device);
        *built = nullptr;
        *built = launches_of({whole_table(&opencl), how, context, device}).release();
    });
}

hone_status search_launches(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                            cl_context context, cl_device_id device,
                            hone_launches** built) noexcept {
    return guarded([&] {
        need(built, context, device);
        *built = nullptr;
        *built =
            launches_of(launch::find_launches(whole_table(&opencl), tuned, query, context, device))
                .release();
    });
}

const TunedKernel& answer_of(const hone_launches& launches) noexcept {
    return launches.sequence.answer();
}

}  // namespace hone

extern "C" {

hone_status hone_launches_build(const hone_opencl* opencl, const hone_kernel* how,
                                cl_context context, cl_device_id device,
                                hone_launches** built) noexcept {
    const hone_status status = guarded([&] { need(opencl, how); });
    if (status != HONE_OK) return status;
    return hone::build_launches(*opencl, how->kernel, context, device, built);
}

hone_status hone_launches_search(const hone_opencl* opencl, hone_tuned* tuned, const char* what,
                                 const char* precision, const hone_problem* problem,
                                 cl_context context, cl_device_id device,
                                 hone_launches** built) noexcept {
    return hone_launches_search_objective(opencl, tuned, what, precision, problem, HONE_TIME,
                                          context, device, built);
}

hone_status hone_launches_search_objective(const hone_opencl* opencl, hone_tuned* tuned,
                                           const char* what, const char* precision,
                                           const hone_problem* problem, hone_objective objective,
                                           cl_context context, cl_device_id device,
                                           hone_launches** built) noexcept {
    return guarded([&] {
        need(tuned, what, precision, problem, built, context, device);
        *built = nullptr;
        const hone_opencl calls = whole_table(opencl);
        hone::Query query{what, hone::read_device(device, {calls.device_info, calls.platform_info}),
                          precision, problem->settings};
        query.objective = hone::objective_of(objective);
        *built =
            launches_of(hone::launch::find_launches(calls, tuned->tuned, query, context, device))
                .release();
    });
}

void hone_launches_free(hone_launches* launches) noexcept {
    const std::unique_ptr<hone_launches> gone(launches);
}

const hone_kernel* hone_launches_answer(const hone_launches* launches) noexcept {
    return launches ? &launches->how : nullptr;
}

hone_status hone_launches_set(hone_launches* launches, const char* name, size_t size,
                              const void* value) noexcept {
    return hone_launches_set_typed(launches, name, "", size, value);
}

hone_status hone_launches_set_typed(hone_launches* launches, const char* name, const char* type,
                                    size_t size, const void* value) noexcept {
    return guarded([&] {
        need(launches, name, type);
        launches->sequence.set(name, type, size, value);
    });
}

hone_status hone_launches_enqueue(hone_launches* launches, cl_command_queue queue) noexcept {
    return hone_launches_enqueue_after(launches, queue, 0, nullptr, nullptr);
}

hone_status hone_launches_enqueue_after(hone_launches* launches, cl_command_queue queue,
                                        cl_uint waits, const cl_event* list,
                                        cl_event* events) noexcept {
    return guarded([&] {
        need(launches);
        if (waits > 0) need(list);
        const auto wanted =
            events ? hone::launch::WantedEvents::all : hone::launch::WantedEvents::none;
        auto enqueued = launches->sequence.enqueue(queue, {list, waits}, wanted);
        for (size_t i = 0; i < enqueued.size(); ++i) events[i] = enqueued[i].release();
    });
}

size_t hone_launches_count(const hone_launches* launches) noexcept {
    return guarded_result([&] { return launches->sequence.kernels().size(); }, launches);
}

cl_kernel hone_launches_kernel(const hone_launches* launches, size_t index) noexcept {
    return guarded_result(
        [&] {
            return hone::item_of(launches->sequence.kernels(), index, "kernel", "the answer").get();
        },
        launches);
}

void hone_forget_programs(void) noexcept {
    guarded([] {
        hone::launch::SequencePool::forget_all();
        hone::launch::SharedTuned::of_process().forget_devices();
        hone::program::forget_rewrite_probes();
        hone::program::LoadedPrograms::of_process().forget();
    });
}

}  // extern "C"
