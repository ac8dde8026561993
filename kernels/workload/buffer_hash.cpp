// SPDX-License-Identifier: MIT
// The kernel adds up a hash of each word and its index, so the order of the work does not matter.
#include "kernels/workload/buffer_hash.hpp"

#include <numeric>
#include <string>
#include <vector>

namespace hone {
namespace {

// Neighboring work-items read neighboring words on a GPU; on a CPU each reads a chunk of its own.
constexpr const char* source = R"(
inline ulong hash_word(const ulong index, const uint word) {
    ulong x = (index + 1) * 0x9e3779b97f4a7c15UL ^ word;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebUL;
    return x ^ x >> 31;
}

__kernel void hash_buffer(__global const uint* words, __global const uchar* bytes,
                          const ulong word_count, const ulong byte_count,
                          __global ulong* sums) {
    const ulong item = get_global_id(0);
    const ulong items = get_global_size(0);
#ifdef CHUNKS
    const ulong chunk = (word_count + items - 1) / items;
    const ulong first = item * chunk, last = min(first + chunk, word_count), step = 1;
#else
    const ulong first = item, last = word_count, step = items;
#endif
    ulong sum = 0;
    for (ulong w = first; w < last; w += step) sum += hash_word(w, words[w]);
    if (item == 0) {
        for (ulong b = 4 * word_count; b < byte_count; ++b) sum += hash_word(~b, bytes[b]);
    }
    sums[item] = sum;
})";

}  // namespace

void BufferHash::build() {
    const bool cpu = (device_.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    items_ = std::size_t{device_.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()} * (cpu ? 4 : 1024);
    cl::Program program(context_, std::string(source));
    program.build({device_}, cpu ? "-DCHUNKS" : "");
    kernel_ = cl::Kernel(program, "hash_buffer");
    sums_ = cl::Buffer(context_, CL_MEM_WRITE_ONLY, items_ * sizeof(cl_ulong));
}

std::uint64_t BufferHash::of(const cl::CommandQueue& queue, const cl::Buffer& buffer,
                             std::size_t bytes) {
    if (items_ == 0) build();
    kernel_.setArg(0, buffer);
    kernel_.setArg(1, buffer);
    kernel_.setArg(2, static_cast<cl_ulong>(bytes / 4));
    kernel_.setArg(3, static_cast<cl_ulong>(bytes));
    kernel_.setArg(4, sums_);
    queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(items_));
    std::vector<std::uint64_t> sums(items_);
    queue.enqueueReadBuffer(sums_, CL_TRUE, 0, items_ * sizeof(std::uint64_t), sums.data());
    return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
}

}  // namespace hone
