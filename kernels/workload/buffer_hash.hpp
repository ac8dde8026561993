// SPDX-License-Identifier: MIT
// A hash of a device buffer, computed on the device: it tells whether a large buffer has changed
// with one pass and a few numbers to the host, instead of gigabytes over the bus for every check.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hone {

class BufferHash {
  public:
    BufferHash(const cl::Context& context, const cl::Device& device)
        : context_(context), device_(device) {}

    /// 64 bits that depend on every byte and its index.
    std::uint64_t of(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t bytes);

  private:
    void build();

    cl::Context context_;
    cl::Device device_;
    std::size_t items_ = 0;
    cl::Kernel kernel_;  // built when it is first needed
    cl::Buffer sums_;
};

}  // namespace hone
