// SPDX-License-Identifier: MIT
// Checks first whether the driver accepts rewritten programs, so that no config is rejected because
// of it.
#include "db/launch/find_launches.hpp"

#include "db/program/rewrite_probe.hpp"

namespace hone::launch {
namespace {

constexpr int most_attempts = 16;  // gives up on a device that builds nothing

// These errors occur with every config, so the config is not their cause.
bool is_of_config(cl_int status) {
    switch (status) {
        case HONE_BAD_ARGUMENT:
        case CL_INVALID_CONTEXT:
        case CL_INVALID_DEVICE:
        case CL_INVALID_PLATFORM:
        case CL_DEVICE_NOT_AVAILABLE:
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
                             cl_context context, cl_device_id device) {
    TunedKernel answer = find_for(opencl, tuned, query, context, device);
    std::string failures;
    for (int attempt = 0; answer && attempt < most_attempts; ++attempt) {
        try {
            return {opencl, answer, context, device};
        } catch (const Failure& failure) {
            if (!is_of_config(failure.status())) throw;
            failures +=
                "; " + answer.kernel + " with " + joined(answer.config) + ": " + failure.what();
            answer = is_of_problem(failure.status()) ? tuned.reject_for_problem(answer)
                                                     : tuned.reject(answer);
        }
    }
    throw Failure(HONE_NO_KERNEL,
                  (answer ? "none of the best configs can be built" : answer.reason) + failures);
}

}  // namespace hone::launch
