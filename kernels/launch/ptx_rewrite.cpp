// SPDX-License-Identifier: MIT
// The OpenCL side of the rewrite, for the tuner's workers: reads the program's text from the driver
// and builds it again. <hone/opencl.hpp> does the same for applications.
#include "kernels/launch/ptx_rewrite.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

#include "db/ptx/ptx_rewrite.hpp"

namespace hone {
namespace {

std::string text_of(const cl::Program& program) {
    const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    if (binaries.empty()) return {};
    return program_text({binaries.front().begin(), binaries.front().end()});
}

Compiled refused(std::string why) {
    return {cl::Program(), CL_BUILD_PROGRAM_FAILURE, std::move(why)};
}

Compiled built_again(const cl::Program& program, const cl::Context& context,
                     const cl::Device& device, std::string_view target,
                     const std::string& options) try {
    const std::string text = rewritten(text_of(program), target);
    if (!is_for_target(text, target))
        return refused(fmt::format("the driver's program binary is not PTX for {}", target));
    const cl::Program::Binaries binaries{{text.begin(), text.end()}};
    return build(cl::Program(context, {device}, binaries), device, options);
} catch (const cl::Error& error) {
    if (error.err() != CL_INVALID_BINARY && error.err() != CL_INVALID_VALUE) throw;
    return refused(fmt::format("the driver takes no PTX for {}", target));
}

cl_int run_probe(const cl::Context& context, const cl::Device& device, const cl::Program& probe) {
    cl::Kernel kernel(probe, "probe");
    const cl::CommandQueue queue(context, device);
    const cl::Buffer out(context, CL_MEM_WRITE_ONLY, ptx_probe_items * sizeof(cl_int));
    kernel.setArg(0, out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(ptx_probe_items),
                               cl::NDRange(ptx_probe_items));
    cl_int found = 0;
    queue.enqueueReadBuffer(out, CL_TRUE, (ptx_probe_items - 1) * sizeof found, sizeof found,
                            &found);
    return found;
}

// Tests whether a rewritten kernel runs on this device. Only a refusal is a result: a device that
// lacks memory, or failed in an earlier run, throws cl::Error.
bool probed(const cl::Context& context, const cl::Device& device, std::string_view target) {
    const Compiled plain = compile(context, device, ptx_probe_source(target), "");
    if (!plain.ok()) return false;
    const Compiled again = built_again(plain.program, context, device, target, "");
    return again.ok() && run_probe(context, device, again.program) == ptx_probe_value;
}

// The probe's result, once for each device and target.
bool takes_rewritten(const cl::Context& context, const cl::Device& device,
                     std::string_view target) {
    static std::mutex mutex;
    static std::map<std::pair<cl_device_id, std::string>, bool> known;
    const std::lock_guard lock(mutex);
    const std::pair<cl_device_id, std::string> key{device(), target};
    if (const auto found = known.find(key); found != known.end()) return found->second;
    return known[key] = probed(context, device, target);
}

}  // namespace

Compiled rewrite(const Compiled& program, const cl::Context& context, const cl::Device& device,
                 std::string_view target, const std::string& options) {
    if (!takes_rewritten(context, device, target))
        return refused(fmt::format("the driver does not load rewritten PTX for {}", target));
    return built_again(program.program, context, device, target, options);
}

}  // namespace hone
