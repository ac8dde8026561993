// SPDX-License-Identifier: MIT
// A thin layer over OpenCL: building and launching.
#include "kernels/launch/launcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string_view>
#include <utility>

#include "kernels/launch/clblast_kernel.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

// A loop counter is passed as an int.
Binding number_of(const Launch& launch) {
    const auto number = static_cast<cl_int>(launch.number);
    Bytes bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

Binding named(const Bindings& bindings, const std::string& name, const Launch& launch) {
    if (!launch.loop.empty() && name == launch.loop) return number_of(launch);
    std::vector<std::string> known;
    for (const auto& [each, binding] : bindings) {
        if (each == name) return binding;
        known.push_back(each);
    }
    throw Error(Exit::usage, fmt::format("the launch of '{}' names an unknown argument '{}'{}",
                                         launch.entry, name, did_you_mean(name, known)));
}

/// An OpenCL error code with a description of the argument.
class ArgumentError : public cl::Error {
  public:
    ArgumentError(cl_int code, std::string text) : cl::Error(code), text_(std::move(text)) {}
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

// Describes the value that the space passes.
std::string given_text(const Binding& binding) {
    if (std::holds_alternative<cl::Buffer>(binding)) return "a buffer";
    if (std::holds_alternative<BoundImage>(binding)) return "an image";
    if (std::holds_alternative<cl::Sampler>(binding)) return "a sampler";
    if (const auto* scalar = std::get_if<Bytes>(&binding))
        return fmt::format("a scalar of {} bytes", scalar->size());
    return fmt::format("{} bytes of local memory", std::get<LocalBytes>(binding).bytes);
}

// The argument's type as the compiler reports it: "global float* x"; empty if it is not reported.
std::string wanted_text(const cl::Kernel& kernel, cl_uint index) {
    try {
        const auto space = kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(index);
        const std::string_view where = space == CL_KERNEL_ARG_ADDRESS_GLOBAL     ? "global "
                                       : space == CL_KERNEL_ARG_ADDRESS_LOCAL    ? "local "
                                       : space == CL_KERNEL_ARG_ADDRESS_CONSTANT ? "constant "
                                                                                 : "";
        return fmt::format("{}{}", where, kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(index));
    } catch (const cl::Error&) {
        return {};
    }
}

/// Sets the arguments in order; an error names the argument by number and name.
class ArgumentSetter {
  public:
    ArgumentSetter(cl::Kernel& kernel, const std::string& entry) : kernel_(kernel), entry_(entry) {}

    void set(const std::string& name, const Binding& binding) {
        const cl_uint index = next_++;
        const std::string wanted = wanted_text(kernel_, index);
        try {
            require_kind(binding, wanted);
            std::visit([&](const auto& each) { set(index, each); }, binding);
        } catch (const cl::Error& error) {
            const std::string has =
                wanted.empty() ? "" : fmt::format("; the kernel has '{}'", wanted);
            throw ArgumentError(
                error.err(),
                fmt::format("kernel '{}', argument {} '{}': the space hands it {}{}: {}", entry_,
                            index + 1, name, given_text(binding), has, error.what()));
        }
    }

    void require_all() const {
        const auto count = kernel_.getInfo<CL_KERNEL_NUM_ARGS>();
        if (count == next_) return;
        throw ArgumentError(CL_INVALID_KERNEL_ARGS,
                            fmt::format("kernel '{}' has {} arguments, and the space hands it {}: "
                                        "clSetKernelArg",
                                        entry_, count, next_));
    }

  private:
    // Some drivers accept a buffer for a scalar of the same size.
    static void require_kind(const Binding& binding, std::string_view wanted) {
        if (wanted.empty()) return;
        const std::string_view type = wanted.substr(wanted.find(' ') + 1);
        const bool image = type.starts_with("image");
        const bool sampler = wanted == "sampler_t";
        const bool pointer =
            !image && (wanted.starts_with("global ") || wanted.starts_with("constant "));
        const bool local = wanted.starts_with("local ");
        const bool fits = std::holds_alternative<cl::Buffer>(binding)   ? pointer
                          : std::holds_alternative<LocalBytes>(binding) ? local
                          : std::holds_alternative<BoundImage>(binding) ? image
                          : std::holds_alternative<cl::Sampler>(binding)
                              ? sampler
                              : !pointer && !local && !image && !sampler;
        if (!fits) throw cl::Error(CL_INVALID_ARG_VALUE, "clSetKernelArg");
    }

    void set(cl_uint index, const cl::Buffer& buffer) { kernel_.setArg(index, buffer); }
    void set(cl_uint index, const BoundImage& bound) { kernel_.setArg(index, bound.image); }
    void set(cl_uint index, const cl::Sampler& sampler) { kernel_.setArg(index, sampler); }
    void set(cl_uint index, const Bytes& scalar) {
        kernel_.setArg(index, scalar.size(), scalar.data());
    }
    void set(cl_uint index, LocalBytes local) { kernel_.setArg(index, local.bytes, nullptr); }

    cl::Kernel& kernel_;
    const std::string& entry_;
    cl_uint next_ = 0;
};

cl::Kernel bind(const cl::Program& program, const Launch& launch, const Bindings& bindings) {
    cl::Kernel kernel = kernel_named(program, launch.entry);
    ArgumentSetter arguments(kernel, launch.entry);
    for (const std::string& name : launch.arguments)
        arguments.set(name, named(bindings, name, launch));
    if (launch.arguments.empty())
        for (const auto& [name, binding] : bindings) arguments.set(name, binding);
    arguments.require_all();
    return kernel;
}

cl::NDRange range(const std::array<std::size_t, 3>& shape, int dimensions) {
    if (dimensions == 1) return cl::NDRange(shape[0]);
    if (dimensions == 2) return cl::NDRange(shape[0], shape[1]);
    return cl::NDRange(shape[0], shape[1], shape[2]);
}

std::vector<std::string> kernel_names(const cl::Program& program) {
    std::istringstream names(program.getInfo<CL_PROGRAM_KERNEL_NAMES>());
    std::vector<std::string> all;
    for (std::string name; std::getline(names, name, ';');)
        all.push_back(name.substr(0, name.find('\0')));
    return all;
}

// A driver that cannot list its extensions is treated as having none.
std::string extensions_of(const cl::Device& device) {
    try {
        return device.getInfo<CL_DEVICE_EXTENSIONS>();
    } catch (const cl::Error&) {
        return {};
    }
}

// The build status is already known, so an unreadable log is ignored.
std::string log_of(const cl::Program& program, const cl::Device& device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error&) {
        return {};
    }
}

}  // namespace

cl::Kernel kernel_named(const cl::Program& program, const std::string& entry) {
    try {
        return {program, entry.c_str()};
    } catch (const cl::Error& error) {
        if (error.err() != CL_INVALID_KERNEL_NAME) throw;
        throw ArgumentError(error.err(),
                            fmt::format("the text has no kernel '{}'{}: clCreateKernel", entry,
                                        did_you_mean(entry, kernel_names(program))));
    }
}

std::string argument_info_option(const cl::Device& device) {
    return extensions_of(device).find("cl_nv_compiler_options") != std::string::npos
               ? ""
               : " -cl-kernel-arg-info";
}

Compiled compile(const cl::Context& context, const cl::Device& device, const std::string& source,
                 const std::string& options) {
    return build(cl::Program(context, source), device, options);
}

Compiled build(cl::Program program, const cl::Device& device, const std::string& options) {
    Compiled built{std::move(program), CL_SUCCESS, {}};
    cl_device_id id = device();
    // Not Program::build(): it reads the log after every failure and throws that call's error.
    built.status = clBuildProgram(built.program(), 1, &id, options.c_str(), nullptr, nullptr);
    const bool has_log = built.status == CL_SUCCESS || built.status == CL_BUILD_PROGRAM_FAILURE ||
                         built.status == CL_INVALID_BUILD_OPTIONS;
    if (!has_log) throw cl::Error(built.status, "clBuildProgram");
    built.log = log_of(built.program, device);
    if (!built.ok() && built.log.empty())
        built.log = fmt::format("clBuildProgram gave {}, without a log", built.status);
    return built;
}

void enqueue(const cl::CommandQueue& queue, const cl::Kernel& kernel, const Launch& launch,
             cl::Event* event) {
    queue.enqueueNDRangeKernel(kernel, range(launch.offset, launch.dimensions),
                               range(launch.global, launch.dimensions),
                               launch.driver_chooses() ? cl::NDRange(cl::NullRange)
                                                       : range(launch.local, launch.dimensions),
                               nullptr, event);
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
    for (std::size_t i = 0; i < launches_.size(); ++i)
        hone::enqueue(queue, kernels_[i], launches_[i], &events[i]);
    return events;
}

void Launcher::enqueue_without_events(const cl::CommandQueue& queue) const {
    if (clblast_) clblast_(queue);
    for (std::size_t i = 0; i < launches_.size(); ++i)
        hone::enqueue(queue, kernels_[i], launches_[i]);
}

}  // namespace hone
