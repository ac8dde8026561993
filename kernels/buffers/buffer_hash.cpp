// SPDX-License-Identifier: MIT
// The kernel adds up a hash of each word and its index, so the order of the work does not matter.
// The 64-bit sum is kept as two 32-bit sums, because every device has 32-bit atomics.
#include "kernels/buffers/buffer_hash.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "kernels/launch/shared_context.hpp"

namespace hone {
namespace {

// On a GPU neighboring work-items read neighboring words. On a CPU each reads a chunk of its own and
// is a work-group of its own: a driver that chooses the size may give all of them to one core.
// The bytes before the first whole word and after the last get indices from the upper end.
constexpr const char* source = R"(
inline ulong hash_word(const ulong index, const uint word) {
    ulong x = (index + 1) * 0x9e3779b97f4a7c15UL ^ word;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebUL;
    return x ^ x >> 31;
}

__kernel void hash_region(__global const uint* words, __global const uchar* bytes,
                          const ulong from, const ulong count, __global volatile uint* sums,
                          const uint region) {
    const ulong item = get_global_id(0);
    const ulong items = get_global_size(0);
    const ulong head = min(count, (4 - from % 4) % 4);
    const ulong word_count = (count - head) / 4;
    __global const uint* inside = words + (from + head) / 4;
#ifdef CHUNKS
    const ulong chunk = (word_count + items - 1) / items;
    const ulong first = item * chunk, last = min(first + chunk, word_count), step = 1;
#else
    const ulong first = item, last = word_count, step = items;
#endif
    uint low = 0, high = 0;
    for (ulong w = first; w < last; w += step) {
        const ulong hash = hash_word(w, inside[w]);
        low += (uint)hash;
        high += (uint)(hash >> 32);
    }
    const ulong tail = head + 4 * word_count;
    for (ulong b = item == 0 ? 0 : count; b < count; ++b) {
        if (b == head) b = tail;
        if (b == count) break;
        const ulong hash = hash_word(~b, bytes[from + b]);
        low += (uint)hash;
        high += (uint)(hash >> 32);
    }
    atomic_add(&sums[2 * region], low);
    atomic_add(&sums[2 * region + 1], high);
})";

}  // namespace

void BufferHash::build() {
    const bool cpu = (device_.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    items_ = std::size_t{device_.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()} * (cpu ? 4 : 256);
    group_ = cpu ? cl::NDRange(1) : cl::NullRange;
    try {
        kernel_ = cl::Kernel(shared_program(context_, device_, source, cpu ? "-DCHUNKS" : ""),
                             "hash_region");
    } catch (const cl::Error&) {
        kernel_ = cl::Kernel();
    }
}

bool BufferHash::works() {
    if (items_ == 0) build();
    return kernel_.get() != nullptr;
}

bool BufferHash::is_quick(const cl::CommandQueue& queue) {
    constexpr std::size_t small = std::size_t{16} << 10U;
    constexpr std::chrono::milliseconds quick{2};
    if (quick_) return *quick_;
    quick_ = works();
    if (!*quick_) return false;
    const cl::Buffer buffer(context_, CL_MEM_READ_WRITE, small);
    of(queue, buffer, small / 16);  // warm-up: the first launch takes longer
    const auto began = std::chrono::steady_clock::now();
    of(queue, buffer, small);
    quick_ = std::chrono::steady_clock::now() - began < quick;
    return *quick_;
}

// All work-items add to the same two sums, so each gets several words even in a small region.
std::size_t BufferHash::items_for(std::size_t bytes) const {
    constexpr std::size_t bytes_of_item = 64;
    constexpr std::size_t least = 64;
    return std::min(items_, std::max(least, bytes / bytes_of_item));
}

// The sums are reused: a driver takes longer to allocate and free memory than to hash a small
// buffer.
const cl::Buffer& BufferHash::cleared_sums(const cl::CommandQueue& queue, std::size_t bytes) {
    if (bytes > sums_bytes_) {
        sums_ = cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
        sums_bytes_ = bytes;
    }
    queue.enqueueFillBuffer(sums_, cl_uint{0}, 0, bytes);
    return sums_;
}

std::vector<std::uint64_t> BufferHash::of(const cl::CommandQueue& queue,
                                          std::span<const Region> regions) {
    std::vector<cl_uint> sums(2 * regions.size());
    const std::size_t bytes = sums.size() * sizeof(cl_uint);
    const cl::Buffer& there = cleared_sums(queue, bytes);
    for (std::size_t i = 0; i < regions.size(); ++i) {
        kernel_.setArg(0, regions[i].buffer);
        kernel_.setArg(1, regions[i].buffer);
        kernel_.setArg(2, static_cast<cl_ulong>(regions[i].from));
        kernel_.setArg(3, static_cast<cl_ulong>(regions[i].bytes));
        kernel_.setArg(4, there);
        kernel_.setArg(5, static_cast<cl_uint>(i));
        queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(items_for(regions[i].bytes)),
                                   group_);
    }
    queue.enqueueReadBuffer(there, CL_TRUE, 0, bytes, sums.data());
    std::vector<std::uint64_t> hashes(regions.size());
    for (std::size_t i = 0; i < hashes.size(); ++i)
        hashes[i] = sums[2 * i] | std::uint64_t{sums[2 * i + 1]} << 32U;
    return hashes;
}

std::uint64_t BufferHash::of(const cl::CommandQueue& queue, const cl::Buffer& buffer,
                             std::size_t bytes) {
    return of(queue, std::array{Region{buffer, 0, bytes}}).front();
}

}  // namespace hone
