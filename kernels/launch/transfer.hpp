// SPDX-License-Identifier: MIT
// Moves buffers in pieces: drivers fail on transfers of gigabytes.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <span>

namespace hone {

constexpr std::size_t bytes_of_piece = std::size_t{256} << 20;

/// Reads the buffer's bytes from offset `from` into `content`; blocks.
void read_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                    std::span<std::byte> content, std::size_t piece = bytes_of_piece);
/// Writes `content` to the buffer at offset `from`.
void write_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                     std::span<const std::byte> content, std::size_t piece = bytes_of_piece);

}  // namespace hone
