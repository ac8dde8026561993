// SPDX-License-Identifier: MIT
// The names and arguments of a text's kernels, as the compiler reports them.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <vector>

namespace hone {

struct SignatureArgument {
    enum class Place { global, constant, local, value, image, sampler };
    std::string name;
    std::string type;  // without the pointer's star: "float4"
    Place place = Place::value;
    bool is_const = false;  // the target of a pointer, or an image, is read-only
};

struct KernelSignature {
    std::string entry;
    std::vector<SignatureArgument> arguments;
};

/// One argument. Throws cl::Error if the device's compiler does not report arguments.
SignatureArgument signature_argument(const cl::Kernel& kernel, cl_uint index);

/// The kernels of a text, in its order. Throws a usage Error if the text does not compile, or if
/// the device's compiler does not report arguments.
std::vector<KernelSignature> kernel_signatures(const cl::Device& device, const std::string& source,
                                               const std::string& defines);

}  // namespace hone
