// SPDX-License-Identifier: MIT
// Hashes of device memory, computed on the device. They tell whether a buffer has changed with one
// pass and a few numbers to the host, instead of a transfer of gigabytes for every check.
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

    /// Returns false if the device cannot compile the hash kernel.
    bool works();
    /// Returns true if 16 KiB are hashed within 2 ms, measured once; false on a simulator.
    bool is_quick(const cl::CommandQueue& queue);

    /// A part of a buffer, in bytes.
    struct Region {
        cl::Buffer buffer;
        std::size_t from, bytes;
    };

    /// Returns one 64-bit hash per region; it depends on every byte and its position. Needs
    /// works().
    std::vector<std::uint64_t> of(const cl::CommandQueue& queue, std::span<const Region> regions);
    std::uint64_t of(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t bytes);

  private:
    void build();
    std::size_t items_for(std::size_t bytes) const;
    const cl::Buffer& cleared_sums(const cl::CommandQueue& queue, std::size_t bytes);

    cl::Context context_;
    cl::Device device_;
    std::size_t items_ = 0;  // 0 before the kernel is built, at its first use
    cl::NDRange group_;
    cl::Kernel kernel_;  // null if the build failed
    cl::Buffer sums_;    // two for each region
    std::size_t sums_bytes_ = 0;
    std::optional<bool> quick_;
};

}  // namespace hone
