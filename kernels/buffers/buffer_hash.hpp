// SPDX-License-Identifier: MIT
// Hashes of device memory, computed on the device: they tell whether a buffer has changed with one pass and a
// few numbers to the host, instead of gigabytes over the bus for every check.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hone {

class BufferHash {
  public:
    BufferHash(const cl::Context& context, const cl::Device& device)
        : context_(context), device_(device) {}

    /// Whether the device compiles its kernel.
    bool works();
    /// Whether it hashes what is small in no time: a simulator does not.
    bool is_quick(const cl::CommandQueue& queue);

    /// A part of a buffer, in bytes.
    struct Region {
        cl::Buffer buffer;
        std::size_t from, bytes;
    };

    /// Only where it works: of each region 64 bits that depend on every byte and its place in the region.
    std::vector<std::uint64_t> of(const cl::CommandQueue& queue, std::span<const Region> regions);
    std::uint64_t of(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t bytes);

  private:
    void build();
    std::size_t items_for(std::size_t bytes) const;
    const cl::Buffer& cleared_sums(const cl::CommandQueue& queue, std::size_t bytes);

    cl::Context context_;
    cl::Device device_;
    std::size_t items_ = 0;  // until it is built, when it is first needed
    cl::Kernel kernel_;      // nothing where that failed
    cl::Buffer sums_;        // two of each region
    std::size_t sums_bytes_ = 0;
    std::optional<bool> quick_;
};

}  // namespace hone
