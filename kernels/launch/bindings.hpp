// SPDX-License-Identifier: MIT
// The arguments of a launch, by name.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/launch/element.hpp"

namespace hone {

/// So many bytes of local memory.
struct LocalBytes {
    std::size_t bytes;
};

/// An image of any dimensions.
struct BoundImage {
    cl::Memory image;
};

/// What an argument can be set to; Bytes are those of a scalar.
using Binding = std::variant<cl::Buffer, Bytes, LocalBytes, BoundImage, cl::Sampler>;

/// What launches may name, in the order of a signature.
using Bindings = std::vector<std::pair<std::string, Binding>>;

}  // namespace hone
