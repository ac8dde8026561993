// SPDX-License-Identifier: MIT
// Checks first whether the driver accepts rewritten programs, so that no config is rejected because
// of it.
#include "db/launch/find_launches.hpp"

#include "db/program/rewrite_probe.hpp"

namespace hone::launch {
namespace {

// These errors occur with every config, so the config is not their cause.
bool is_of_config(cl_int status) {
    switch (status) {
        case HONE_BAD_ARGUMENT:
        case CL_INVALID_CONTEXT:
        case CL_INVALID_DEVICE:
        case CL_INVALID_PLATFORM:
        case CL_DEVICE_NOT_AVAILABLE:
        case CL_COMPILER_NOT_AVAILABLE:
        case CL_OUT_OF_HOST_MEMORY:
            return false;
        default:
            return true;
    }
}

// Scratch memory grows with the problem.
bool is_of_problem(cl_int status) {
    return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_INVALID_BUFFER_SIZE;
}

TunedKernel next_answer(Tuned& tuned, const TunedKernel& answer, const Failure& failure) {
    if (is_of_problem(failure.status())) return tuned.reject_for_problem(answer);
    const bool is_of_program = dynamic_cast<const ProgramFailure*>(&failure) != nullptr;
    return is_of_program ? tuned.reject_program(answer) : tuned.reject(answer);
}

}  // namespace

TunedKernel find_for(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                     cl_context context, cl_device_id device) {
    const auto find = [&](Rewriting rewriting) {
        return tuned.find(query.what, query.device, query.precision, query.problem, query.objective,
                          rewriting);
    };
    TunedKernel best = find(Rewriting::yes);
    if (best.rewrite.empty()) return best;
    const bool takes = program::takes_rewritten({opencl, context, device}, best.rewrite,
                                                program::ProgramCache::of_user());
    return takes ? best : find(Rewriting::no);
}

LaunchSequence find_launches(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                             cl_context context, cl_device_id device,
                             const std::function<void()>& free_memory) {
    bool may_free = free_memory != nullptr;
    TunedKernel answer = find_for(opencl, tuned, query, context, device);
    std::string failures;
    Attempts attempts;
    for (bool goes_on = true; answer && goes_on;) {
        try {
            return {opencl, answer, context, device};
        } catch (const Failure& failure) {
            if (!is_of_config(failure.status())) throw;
            if (may_free && failure.status() == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
                free_memory();
                may_free = false;
                continue;
            }
            failures +=
                "; " + answer.kernel + " with " + joined(answer.config) + ": " + failure.what();
            goes_on = !attempts.are_enough(answer);
            answer = next_answer(tuned, answer, failure);
        }
    }
    if (!answer && failures.empty() && !tuned.complaint_about(query).empty())
        throw Failure(HONE_BAD_ARGUMENT, answer.reason);
    throw Failure(HONE_NO_KERNEL,
                  (answer ? "none of the best configs can be built" : answer.reason) + failures);
}

}  // namespace hone::launch
