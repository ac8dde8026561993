// SPDX-License-Identifier: MIT
// A thin layer over OpenCL: building and launching.
#include "kernels/launch/launcher.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch/clblast_kernel.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

const Binding& named(const Bindings& bindings, const std::string& name, const Launch& launch) {
    std::vector<std::string> known;
    for (const auto& [each, binding] : bindings) {
        if (each == name) return binding;
        known.push_back(each);
    }
    throw Error(Exit::usage, fmt::format("the launch of '{}' names an unknown argument '{}'{}",
                                         launch.entry, name, did_you_mean(name, known)));
}

struct SetArgument {
    cl::Kernel& kernel;
    cl_uint index;

    void operator()(const cl::Buffer& buffer) const { kernel.setArg(index, buffer); }
    void operator()(const Bytes& scalar) const {
        kernel.setArg(index, scalar.size(), scalar.data());
    }
    void operator()(LocalBytes local) const { kernel.setArg(index, local.bytes, nullptr); }
};

cl::Kernel bind(const cl::Program& program, const Launch& launch, const Bindings& bindings) {
    cl::Kernel kernel(program, launch.entry.c_str());
    cl_uint index = 0;
    for (const std::string& name : launch.arguments) {
        std::visit(SetArgument{kernel, index++}, named(bindings, name, launch));
    }
    if (launch.arguments.empty()) {
        for (const auto& [name, binding] : bindings) {
            std::visit(SetArgument{kernel, index++}, binding);
        }
    }
    return kernel;
}

cl::NDRange range(const std::array<std::size_t, 3>& shape, int dimensions) {
    if (dimensions == 1) return cl::NDRange(shape[0]);
    if (dimensions == 2) return cl::NDRange(shape[0], shape[1]);
    return cl::NDRange(shape[0], shape[1], shape[2]);
}

}  // namespace

Compiled compile(const cl::Context& context, const cl::Device& device, const std::string& source,
                 const std::string& options) {
    Compiled built{cl::Program(context, source), CL_SUCCESS, {}};
    try {
        built.program.build({device}, options.c_str());
    } catch (const cl::Error& error) {
        built.status = error.err();
        if (built.status != CL_BUILD_PROGRAM_FAILURE && built.status != CL_INVALID_BUILD_OPTIONS) {
            throw;
        }
    }
    built.log = built.program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    return built;
}

Launcher::Launcher(const cl::Program& program, const std::vector<Launch>& launches,
                   const Bindings& bindings)
    : launches_(launches) {
    if (!launches_.empty() && is_clblast_kernel(launches_.front().entry)) {
        const ClblastKernel kernel(launches_.front().entry, program, bindings);
        clblast_ = [=](const cl::CommandQueue& queue) { return kernel.enqueue(queue); };
        launches_.clear();
    }
    for (const Launch& launch : launches_) kernels_.push_back(bind(program, launch, bindings));
}

std::vector<cl::Event> Launcher::enqueue(const cl::CommandQueue& queue) const {
    if (clblast_) return clblast_(queue);
    std::vector<cl::Event> events(launches_.size());
    for (std::size_t i = 0; i < launches_.size(); ++i) {
        const Launch& launch = launches_[i];
        queue.enqueueNDRangeKernel(kernels_[i], cl::NullRange,
                                   range(launch.global, launch.dimensions),
                                   range(launch.local, launch.dimensions), nullptr, &events[i]);
    }
    return events;
}

}  // namespace hone
