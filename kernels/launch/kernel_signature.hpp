// SPDX-License-Identifier: MIT
// What a compiler says of the kernels of a text: their names and arguments.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <vector>

namespace hone {

struct SignatureArgument {
    enum class Place { global, constant, local, value, image, sampler };
    std::string name;
    std::string type;  // without the star of a pointer: "float4"
    Place place = Place::value;
    bool is_const = false;  // of what a pointer points to, or of an image
};

struct KernelSignature {
    std::string entry;
    std::vector<SignatureArgument> arguments;
};

/// One of them; cl::Error where the device's compiler does not tell arguments.
SignatureArgument signature_argument(const cl::Kernel& kernel, cl_uint index);

/// The kernels of a text, in the order of the text. Throws a usage Error where it does not compile,
/// or where the device's compiler does not tell arguments.
std::vector<KernelSignature> kernel_signatures(const cl::Device& device, const std::string& source,
                                               const std::string& defines);

}  // namespace hone
