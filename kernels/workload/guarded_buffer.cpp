// SPDX-License-Identifier: MIT
// One allocation, zone, inside, zone; kernels see a sub-buffer of it.
#include "kernels/workload/guarded_buffer.hpp"

#include <algorithm>
#include <cstdint>

namespace hone {
namespace {

constexpr std::byte guard_pattern{0xff};
constexpr std::size_t least_zone = 4096;
constexpr std::size_t chunk = std::size_t{16} << 20;  // what is brought to the host at a time

// A sub-buffer must begin at a multiple of the device's alignment, which it tells in bits.
std::size_t zone_bytes(const cl::CommandQueue& queue) {
    const auto device = queue.getInfo<CL_QUEUE_DEVICE>();
    return std::max<std::size_t>(least_zone, device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8);
}

cl::Buffer part(cl::Buffer& whole, std::size_t from, std::size_t bytes) {
    const cl_buffer_region region{from, bytes};
    return whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
}

// A fill is in elements: byte by byte, any length will do.
void fill_bytes(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::byte pattern,
                std::size_t from, std::size_t bytes) {
    queue.enqueueFillBuffer(buffer, static_cast<std::uint8_t>(pattern), from, bytes);
}

}  // namespace

GuardedBuffer::GuardedBuffer(const cl::Context& context, const cl::CommandQueue& queue,
                             std::size_t bytes)
    : bytes_(std::max<std::size_t>(bytes, 1)),
      zone_(zone_bytes(queue)),
      whole_(context, CL_MEM_READ_WRITE, bytes_ + 2 * zone_),
      inside_(part(whole_, zone_, bytes_)) {
    guard(queue);
}

void GuardedBuffer::write(const cl::CommandQueue& queue, std::span<const std::byte> content) const {
    queue.enqueueWriteBuffer(whole_, CL_TRUE, zone_, content.size(), content.data());
}

void GuardedBuffer::fill(const cl::CommandQueue& queue, std::byte pattern) const {
    fill_bytes(queue, whole_, pattern, zone_, bytes_);
}

Bytes GuardedBuffer::read(const cl::CommandQueue& queue) const {
    Bytes content(bytes_);
    queue.enqueueReadBuffer(whole_, CL_TRUE, zone_, bytes_, content.data());
    return content;
}

// Written, not filled: a driver was seen to leave out a fill that begins past 4 GiB.
void GuardedBuffer::guard(const cl::CommandQueue& queue) const {
    const Bytes zone(zone_, guard_pattern);
    queue.enqueueWriteBuffer(whole_, CL_FALSE, 0, zone_, zone.data());
    queue.enqueueWriteBuffer(whole_, CL_TRUE, zone_ + bytes_, zone_, zone.data());
}

std::optional<std::size_t> GuardedBuffer::broken_zone(const cl::CommandQueue& queue,
                                                      std::size_t from) const {
    Bytes zone(zone_);
    queue.enqueueReadBuffer(whole_, CL_TRUE, from, zone_, zone.data());
    const auto first = std::ranges::find_if(zone, [](std::byte b) { return b != guard_pattern; });
    if (first == zone.end()) return {};
    return static_cast<std::size_t>(first - zone.begin());
}

std::optional<std::ptrdiff_t> GuardedBuffer::broken(const cl::CommandQueue& queue) const {
    if (const auto before = broken_zone(queue, 0)) {
        return static_cast<std::ptrdiff_t>(*before) - static_cast<std::ptrdiff_t>(zone_);
    }
    if (const auto after = broken_zone(queue, zone_ + bytes_)) {
        return static_cast<std::ptrdiff_t>(bytes_ + *after);
    }
    return {};
}

std::optional<std::size_t> GuardedBuffer::changed(const cl::CommandQueue& queue,
                                                  std::span<const std::byte> content) const {
    Bytes piece;
    for (std::size_t from = 0; from < content.size(); from += chunk) {
        piece.resize(std::min(chunk, content.size() - from));
        queue.enqueueReadBuffer(whole_, CL_TRUE, zone_ + from, piece.size(), piece.data());
        const auto there = std::ranges::mismatch(piece, content.subspan(from, piece.size())).in1;
        if (there != piece.end()) return from + static_cast<std::size_t>(there - piece.begin());
    }
    return {};
}

}  // namespace hone
