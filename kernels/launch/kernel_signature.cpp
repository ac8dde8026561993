// SPDX-License-Identifier: MIT
// Read from the built program, so macros and typedefs are resolved by the compiler.
#include "kernels/launch/kernel_signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "kernels/launch/launcher.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

SignatureArgument::Place place_of(cl_kernel_arg_address_qualifier qualifier,
                                  std::string_view type) {
    using Place = SignatureArgument::Place;
    if (type.starts_with("image")) return Place::image;
    if (type == "sampler_t") return Place::sampler;
    if (qualifier == CL_KERNEL_ARG_ADDRESS_GLOBAL) return Place::global;
    if (qualifier == CL_KERNEL_ARG_ADDRESS_CONSTANT) return Place::constant;
    return qualifier == CL_KERNEL_ARG_ADDRESS_LOCAL ? Place::local : Place::value;
}

// Some drivers end texts with a NUL.
std::string without_end(const std::string& text) {
    return text.substr(0, std::min(text.find('\0'), text.size()));
}

// PoCL prefixes names that are also functions of OpenCL C.
std::string without_prefix(const std::string& name) {
    constexpr std::string_view reserved = "_cl_";
    return name.starts_with(reserved) ? name.substr(reserved.size()) : name;
}

}  // namespace

SignatureArgument signature_argument(const cl::Kernel& kernel, cl_uint index) {
    std::string type = without_end(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(index));
    type = type.substr(0, type.find('*'));
    const auto qualifier = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(index);
    const auto access = kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(index);
    const std::string plain = type.substr(0, type.find_last_not_of(' ') + 1);
    return {.name = without_prefix(without_end(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(index))),
            .type = plain,
            .place = place_of(kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(index), plain),
            .is_const = (qualifier & CL_KERNEL_ARG_TYPE_CONST) != 0 ||
                        access == CL_KERNEL_ARG_ACCESS_READ_ONLY};
}

namespace {

KernelSignature signature_of(const cl::Kernel& kernel) {
    KernelSignature signature;
    signature.entry = without_end(kernel.getInfo<CL_KERNEL_FUNCTION_NAME>());
    const auto count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    for (cl_uint i = 0; i < count; ++i)
        signature.arguments.push_back(signature_argument(kernel, i));
    return signature;
}

}  // namespace

std::vector<KernelSignature> kernel_signatures(const cl::Device& device, const std::string& source,
                                               const std::string& defines) {
    const cl::Context context(device);
    const Compiled built = compile(context, device, source, defines + argument_info_option(device));
    if (!built.ok())
        throw Error(Exit::usage, "the kernel does not compile: " + built.log,
                    "what only -D defines needs a default (#ifndef NAME, #define NAME value), or "
                    "--parameters 'NAME=[64,128]'");
    std::vector<cl::Kernel> kernels;
    cl::Program program = built.program;
    program.createKernels(&kernels);
    std::vector<KernelSignature> all;
    try {
        for (const cl::Kernel& kernel : kernels) all.push_back(signature_of(kernel));
    } catch (const cl::Error& error) {
        if (error.err() != CL_KERNEL_ARG_INFO_NOT_AVAILABLE) throw;
        throw Error(Exit::usage,
                    "the compiler of this device does not describe a kernel's arguments",
                    "name another with --device: PoCL's compiler describes them");
    }
    std::ranges::sort(all, {},
                      [&](const KernelSignature& each) { return source.find(each.entry); });
    return all;
}

}  // namespace hone
