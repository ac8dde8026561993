// SPDX-License-Identifier: MIT
// The probe writes a number that only its rewritten text contains.
#include "db/program/rewrite_probe.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "db/program/program_key.hpp"
#include "db/ptx/ptx_rewrite.hpp"

namespace hone::program {
namespace {

constexpr std::string_view yes = "yes";
constexpr std::string_view no = "no";

cl_int run_probe(const BuildContext& here, cl_program program) {
    const hone_opencl& opencl = here.opencl;
    cl_int status = CL_SUCCESS;
    const auto kernel =
        own(opencl.clCreateKernel(program, "probe", &status), opencl.clReleaseKernel);
    check(status, "clCreateKernel");
    const auto queue =
        own(opencl.create_queue(here.context, here.device, &status), opencl.clReleaseCommandQueue);
    check(status, "clCreateCommandQueue");
    const std::size_t items = ptx_probe_items;
    const auto out = own(opencl.clCreateBuffer(here.context, CL_MEM_WRITE_ONLY,
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

// Transient failures, such as out of memory.
bool may_pass(hone_status status) {
    constexpr std::array<hone_status, 4> passing{CL_DEVICE_NOT_AVAILABLE,
                                                 CL_MEM_OBJECT_ALLOCATION_FAILURE,
                                                 CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY};
    return std::ranges::find(passing, status) != passing.end();
}

// nullopt if the result is inconclusive: a transient failure, or the driver accepted the program
// but it did not run.
std::optional<bool> tried(const BuildContext& here, const std::string& target) {
    auto program = own<cl_program>(nullptr, here.opencl.clReleaseProgram);
    try {
        const auto plain = build_source(here, ptx_probe_source(target), "");
        program = rewrite_program(here, plain.get(), target, "");
    } catch (const Failure& failure) {
        return may_pass(failure.status()) ? std::nullopt : std::optional(false);
    }
    try {
        return run_probe(here, program.get()) == ptx_probe_value;
    } catch (const Failure&) {
        return std::nullopt;
    }
}

// An inconclusive probe is repeated for the next program.
std::optional<bool> read_or_tried(const BuildContext& here, const std::string& target,
                                  const ProgramCache& cache) {
    TunedKernel probe;
    probe.source = ptx_probe_source(target);
    probe.rewrite = target;
    const std::string key =
        program_key(device_text(here.opencl, here.device), probe, "rewrite probe");
    const auto stored = cache.read(key);
    if (stored == yes || stored == no) return stored == yes;
    const std::optional<bool> takes = tried(here, target);
    if (takes) cache.write(key, *takes ? yes : no);
    return takes;
}

/// The result for one device. Threads that need it wait while it is being probed; other threads do
/// not.
struct Probed {
    std::mutex mutex;
    std::optional<bool> takes;
};

/// The results by device and target. A device's driver is not asked for its version at each query:
/// a handle keeps its driver until the application releases it.
class Probes {
  public:
    std::shared_ptr<Probed> of(cl_device_id device, const std::string& target) {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Probed>& probed = all_[{device, target}];
        if (!probed) probed = std::make_shared<Probed>();
        return probed;
    }
    void forget() {
        const std::lock_guard lock(mutex_);
        all_.clear();
    }

    static Probes& of_process() {
        static Probes* const probes = std::make_unique<Probes>().release();
        return *probes;
    }

  private:
    std::mutex mutex_;
    std::map<std::pair<cl_device_id, std::string>, std::shared_ptr<Probed>> all_;
};

}  // namespace

bool takes_rewritten(const BuildContext& here, const std::string& target,
                     const ProgramCache& cache) {
    const std::shared_ptr<Probed> known = Probes::of_process().of(here.device, target);
    const std::lock_guard lock(known->mutex);
    if (!known->takes) known->takes = read_or_tried(here, target, cache);
    return known->takes.value_or(false);
}

void forget_rewrite_probes() {
    Probes::of_process().forget();
}

}  // namespace hone::program
