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

/// What an argument can be set to: a buffer, the bytes of a scalar, or local memory.
using Binding = std::variant<cl::Buffer, Bytes, LocalBytes>;

/// What launches may name, in the order of a signature.
using Bindings = std::vector<std::pair<std::string, Binding>>;

}  // namespace hone
