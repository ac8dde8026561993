// SPDX-License-Identifier: MIT
// All that hone knows of the text between NVIDIA's compiler and its assembler (PTX) is here.
#include "kernels/launch/ptx_rewrite.hpp"

#include <fmt/format.h>

namespace hone {
namespace {

// What a kernel runs only after being rewritten: an instruction that the plain target does not
// have, and a number that tells it.
constexpr std::string_view probe = R"(
__kernel void probe(__global int *out) {{
    int found = 0;
    __asm__ volatile("//{0}: wgmma.fence.sync.aligned;" ::: "memory");
    __asm__ volatile("//{0}: mov.u32 %0, 42;" : "+r"(found));
    out[get_global_id(0)] = found;
}})";
constexpr int group = 128;  // work-items that such instructions are for
constexpr int told = 42;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string text_of(const cl::Program& program) {
    const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    if (binaries.empty()) return {};
    std::string text(binaries.front().begin(), binaries.front().end());
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
}

Compiled refused(std::string why) {
    return {cl::Program(), CL_BUILD_PROGRAM_FAILURE, std::move(why)};
}

Compiled built_again(const cl::Program& program, const cl::Context& context,
                     const cl::Device& device, std::string_view target,
                     const std::string& options) {
    const std::string text = rewritten(text_of(program), target);
    if (text.find(fmt::format(".target {}", target)) == std::string::npos)
        return refused(fmt::format("the driver's program binary is not PTX for {}", target));
    const cl::Program::Binaries binaries{{text.begin(), text.end()}};
    Compiled again{cl::Program(context, {device}, binaries), CL_SUCCESS, {}};
    try {
        again.program.build({device}, options.c_str());
    } catch (const cl::Error& error) {
        again.status = error.err();
    }
    again.log = again.program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    return again;
}

// Whether a rewritten kernel runs here at all.
bool probed(const cl::Context& context, const cl::Device& device, std::string_view target) try {
    const Compiled plain = compile(context, device, fmt::format(probe, target), "");
    if (!plain.ok()) return false;
    const Compiled again = built_again(plain.program, context, device, target, "");
    if (!again.ok()) return false;
    cl::Kernel kernel(again.program, "probe");
    const cl::CommandQueue queue(context, device);
    const cl::Buffer out(context, CL_MEM_WRITE_ONLY, group * sizeof(cl_int));
    kernel.setArg(0, out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(group), cl::NDRange(group));
    cl_int found = 0;
    queue.enqueueReadBuffer(out, CL_TRUE, (group - 1) * sizeof found, sizeof found, &found);
    return found == told;
} catch (const cl::Error&) {
    return false;
}

}  // namespace

std::string rewritten(std::string text, std::string_view target) {
    const std::string_view plain = target.substr(0, target.find_last_of("0123456789") + 1);
    replace_all(text, fmt::format(".target {},", plain), fmt::format(".target {},", target));
    replace_all(text, fmt::format(".target {}\n", plain), fmt::format(".target {}\n", target));
    replace_all(text, fmt::format("//{}: ", target), "");
    return text;
}

Compiled rewrite(const Compiled& program, const cl::Context& context, const cl::Device& device,
                 std::string_view target, const std::string& options) {
    static const bool takes_it = probed(context, device, target);
    if (!takes_it)
        return refused(fmt::format("the driver does not load rewritten PTX for {}", target));
    return built_again(program.program, context, device, target, options);
}

}  // namespace hone
