// SPDX-License-Identifier: MIT
// The probe writes a number that it has only in the text that was rewritten.
#include "db/program/rewrite_probe.hpp"

#include <map>
#include <mutex>

#include "db/program/program_key.hpp"
#include "db/ptx/ptx_rewrite.hpp"

namespace hone::program {
namespace {

constexpr std::string_view yes = "yes";
constexpr std::string_view no = "no";

cl_int run_probe(const Place& place, cl_program program) {
    const hone_opencl& opencl = place.opencl;
    cl_int status = CL_SUCCESS;
    const auto kernel =
        own(opencl.clCreateKernel(program, "probe", &status), opencl.clReleaseKernel);
    check(status, "clCreateKernel");
    const auto queue = own(opencl.create_queue(place.context, place.device, &status),
                           opencl.clReleaseCommandQueue);
    check(status, "clCreateCommandQueue");
    const std::size_t items = ptx_probe_items;
    const auto out = own(opencl.clCreateBuffer(place.context, CL_MEM_WRITE_ONLY,
                                               items * sizeof(cl_int), nullptr, &status),
                         opencl.clReleaseMemObject);
    check(status, "clCreateBuffer");
    cl_mem buffer = out.get();
    check(opencl.clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer), "clSetKernelArg");
    check(opencl.clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &items, &items, 0,
                                        nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    cl_int found = 0;
    check(opencl.clEnqueueReadBuffer(queue.get(), buffer, CL_TRUE, (items - 1) * sizeof found,
                                     sizeof found, &found, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return found;
}

bool tried(const Place& place, const std::string& target) {
    try {
        const auto plain = build_source(place, ptx_probe_source(target), "");
        const auto program = rewrite_program(place, plain.get(), target, "");
        return run_probe(place, program.get()) == ptx_probe_value;
    } catch (const Failure&) {
        return false;
    }
}

}  // namespace

bool takes_rewritten(const Place& place, const std::string& target, const ProgramCache& cache) {
    static std::mutex mutex;
    static std::map<std::string, bool, std::less<>> known;
    TunedKernel probe;
    probe.source = ptx_probe_source(target);
    probe.rewrite = target;
    const std::string key =
        program_key(device_text(place.opencl, place.device), probe, "rewrite probe");
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    auto stored = cache.read(key);
    if (stored != yes && stored != no) {
        stored = tried(place, target) ? yes : no;
        cache.write(key, *stored);
    }
    return known.emplace(key, stored == yes).first->second;
}

}  // namespace hone::program
