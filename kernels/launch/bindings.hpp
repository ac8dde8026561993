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

/// A size of local memory in bytes.
struct LocalBytes {
    std::size_t bytes;
};

/// An image of any dimensions.
struct BoundImage {
    cl::Memory image;
};

/// The value of an argument; Bytes are a scalar's.
using Binding = std::variant<cl::Buffer, Bytes, LocalBytes, BoundImage, cl::Sampler>;

/// The named arguments of launches, in the order of a signature.
using Bindings = std::vector<std::pair<std::string, Binding>>;

}  // namespace hone
