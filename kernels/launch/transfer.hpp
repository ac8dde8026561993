// SPDX-License-Identifier: MIT
// Moves buffers in pieces: drivers fail with gigabytes at once.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <span>

namespace hone {

/// Waits until `content` has the bytes from `from` on.
void read_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                    std::span<std::byte> content);
/// The other way.
void write_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                     std::span<const std::byte> content);

}  // namespace hone
