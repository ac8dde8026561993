// SPDX-License-Identifier: MIT
// Moves buffers in pieces: drivers fail with gigabytes at once.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <span>

namespace hone {

constexpr std::size_t bytes_of_piece = std::size_t{256} << 20;

/// Waits until `content` has the bytes from `from` on.
void read_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                    std::span<std::byte> content, std::size_t piece = bytes_of_piece);
/// The other way.
void write_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                     std::span<const std::byte> content, std::size_t piece = bytes_of_piece);

}  // namespace hone
