// SPDX-License-Identifier: MIT
#include "kernels/launch/transfer.hpp"

#include <algorithm>

namespace hone {
namespace {

void for_each_piece(std::size_t bytes, std::size_t piece, const auto& move) {
    for (std::size_t at = 0; at < bytes; at += piece) move(at, std::min(piece, bytes - at));
}

}  // namespace

void read_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                    std::span<std::byte> content, std::size_t piece) {
    for_each_piece(content.size(), piece, [&](std::size_t at, std::size_t bytes) {
        queue.enqueueReadBuffer(buffer, CL_TRUE, from + at, bytes, content.data() + at);
    });
}

void write_in_pieces(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t from,
                     std::span<const std::byte> content, std::size_t piece) {
    for_each_piece(content.size(), piece, [&](std::size_t at, std::size_t bytes) {
        queue.enqueueWriteBuffer(buffer, CL_TRUE, from + at, bytes, content.data() + at);
    });
}

}  // namespace hone
