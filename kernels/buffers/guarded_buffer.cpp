// SPDX-License-Identifier: MIT
// One allocation holds zone, content, zone; kernels get the content as a sub-buffer. The words of a
// zone are a slice of one table; its start differs for each buffer, side and run.
#include "kernels/buffers/guarded_buffer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/transfer.hpp"

namespace hone {
namespace {

constexpr std::size_t chunk = std::size_t{16} << 20;        // bytes read back to the host at a time
constexpr std::size_t places = 4096;                        // starts of a zone in the table
constexpr std::uint64_t not_a_number = 0xffff0000ffff0000;  // the other bits are arbitrary

// Even words are NaN as double, float, half and bfloat16; odd words are arbitrary. Their memory is
// read-only: a kernel that runs on the CPU could reach it, and would spoil all later guard zones.
std::span<const std::uint64_t> made_words() {
    constexpr std::size_t count = 2 * places + wide_zones.after / sizeof(std::uint64_t);
    constexpr std::size_t bytes = count * sizeof(std::uint64_t);
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    const std::span words(static_cast<std::uint64_t*>(memory), count);
    const TestInputs random(0x6a);
    for (std::size_t i = 0; i < count; ++i)
        words[i] = random.bits(i) | (i % 2 == 0 ? not_a_number : 0);
    mprotect(memory, bytes, PROT_READ);
    return words;
}

std::span<const std::uint64_t> all_words() {
    static const std::span<const std::uint64_t> all = made_words();
    return all;
}

// The offset in the table.
std::size_t offset_of(std::span<const std::byte> words) {
    return static_cast<std::size_t>(words.data() - std::as_bytes(all_words()).data());
}

// A sub-buffer must begin at a multiple of the device's alignment, which OpenCL gives in bits.
GuardZones aligned(GuardZones zones, const cl::CommandQueue& queue) {
    const auto device = queue.getInfo<CL_QUEUE_DEVICE>();
    const std::size_t alignment = device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
    return {std::max(zones.before, alignment), zones.after};
}

cl::Buffer part(cl::Buffer& whole, std::size_t from, std::size_t bytes) {
    const cl_buffer_region region{from, bytes};
    return whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
}

}  // namespace

GuardWords::GuardWords(const cl::Context& context, const cl::CommandQueue& queue,
                       bool has_own_memory) {
    if (!has_own_memory) return;
    // The buffer is only read; the const_cast is needed for the C interface.
    const auto words = std::as_bytes(all_words());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    auto* const first = const_cast<std::byte*>(words.data());
    on_device_ = cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, words.size(), first);
    copied_ = are_copied(context, queue);
    if (!copied_) on_device_ = cl::Buffer();
}

std::optional<BufferHash::Region> GuardWords::on_device() const {
    if (!copied_) return std::nullopt;
    return BufferHash::Region{on_device_, 0, all_words().size_bytes()};
}

bool GuardWords::mend(const cl::CommandQueue& queue) const {
    if (!copied_) return false;
    const auto words = std::as_bytes(all_words());
    Bytes found(words.size());
    queue.enqueueReadBuffer(on_device_, CL_TRUE, 0, found.size(), found.data());
    if (std::ranges::equal(words, found)) return false;
    queue.enqueueWriteBuffer(on_device_, CL_TRUE, 0, words.size(), words.data());
    return true;
}

// Tests the copy with words from the middle of the table to an offset inside a buffer.
bool GuardWords::are_copied(const cl::Context& context, const cl::CommandQueue& queue) const {
    constexpr std::size_t bytes = 4096;
    constexpr std::size_t offset = 96;
    const auto words = some(1, 1, bytes);
    try {
        const cl::Buffer there(context, CL_MEM_READ_WRITE, offset + bytes);
        Bytes found(bytes);
        queue.enqueueWriteBuffer(there, CL_TRUE, offset, bytes, found.data());
        queue.enqueueCopyBuffer(on_device_, there, offset_of(words), offset, bytes);
        queue.enqueueReadBuffer(there, CL_TRUE, offset, bytes, found.data());
        return std::ranges::equal(words, found);
    } catch (const cl::Error&) {
        return false;
    }
}

// A word that is NaN in one run is not NaN in the next.
std::span<const std::byte> GuardWords::some(std::uint64_t seed, std::uint64_t run,
                                            std::size_t bytes) {
    const std::size_t first = 2 * (TestInputs(seed).bits(run) % places) + run % 2;
    return std::as_bytes(all_words()).subspan(first * sizeof(std::uint64_t), bytes);
}

// The host writes beyond 2 GiB: one driver left out a fill that begins past 4 GiB. The write need
// not block, since the words stay as they are.
void GuardWords::write(const cl::CommandQueue& queue, std::span<const std::byte> words,
                       const cl::Buffer& buffer, std::size_t offset) const {
    constexpr std::size_t far = std::size_t{1} << 31U;
    if (copied_ && offset + words.size() <= far)
        queue.enqueueCopyBuffer(on_device_, buffer, offset_of(words), offset, words.size());
    else
        queue.enqueueWriteBuffer(buffer, CL_FALSE, offset, words.size(), words.data());
}

GuardedBuffer::GuardedBuffer(const GuardWords& words, const cl::Context& context,
                             const cl::CommandQueue& queue, std::size_t bytes, std::uint64_t seed,
                             GuardZones zones)
    : words_(&words),
      bytes_(std::max<std::size_t>(bytes, 1)),
      zones_(aligned(zones, queue)),
      seed_(seed),
      whole_(context, CL_MEM_READ_WRITE, zones_.before + bytes_ + zones_.after),
      inside_(part(whole_, zones_.before, bytes_)) {
    guard(queue);
}

void GuardedBuffer::write(const cl::CommandQueue& queue, std::span<const std::byte> content) const {
    write_in_pieces(queue, whole_, zones_.before, content);
}

// The bytes after the last whole pattern are written by the host.
void GuardedBuffer::fill(const cl::CommandQueue& queue, const FillPattern& pattern) const {
    const std::size_t filled = bytes_ / pattern.size() * pattern.size();
    if (filled > 0) queue.enqueueFillBuffer(whole_, pattern, zones_.before, filled);
    if (filled == bytes_) return;
    queue.enqueueWriteBuffer(whole_, CL_TRUE, zones_.before + filled, bytes_ - filled,
                             pattern.data());
}

Bytes GuardedBuffer::read(const cl::CommandQueue& queue) const {
    Bytes content;
    read(queue, content);
    return content;
}

void GuardedBuffer::read(const cl::CommandQueue& queue, Bytes& content) const {
    content.resize(bytes_);
    read_in_pieces(queue, whole_, zones_.before, content);
}

std::array<BufferHash::Region, 2> GuardedBuffer::zones() const {
    return {{{whole_, 0, zones_.before}, {whole_, zones_.before + bytes_, zones_.after}}};
}

std::span<const std::byte> GuardedBuffer::words_before() const {
    return GuardWords::some(2 * seed_, written_, zones_.before);
}

std::span<const std::byte> GuardedBuffer::words_after() const {
    return GuardWords::some(2 * seed_ + 1, written_, zones_.after);
}

void GuardedBuffer::guard(const cl::CommandQueue& queue) {
    ++written_;
    zone_hashes_.reset();
    words_->write(queue, words_before(), whole_, 0);
    words_->write(queue, words_after(), whole_, zones_.before + bytes_);
}

std::optional<std::size_t> GuardedBuffer::first_change(const cl::CommandQueue& queue,
                                                       std::size_t from,
                                                       std::span<const std::byte> content) const {
    Bytes piece(std::min(chunk, content.size()));
    for (std::size_t done = 0; done < content.size(); done += piece.size()) {
        const auto wanted = content.subspan(done, std::min(piece.size(), content.size() - done));
        queue.enqueueReadBuffer(whole_, CL_TRUE, from + done, wanted.size(), piece.data());
        if (std::memcmp(piece.data(), wanted.data(), wanted.size()) == 0) continue;
        const auto there = std::ranges::mismatch(wanted, piece).in1;
        return done + static_cast<std::size_t>(there - wanted.begin());
    }
    return {};
}

std::optional<std::ptrdiff_t> GuardedBuffer::broken(const cl::CommandQueue& queue) const {
    if (const auto before = first_change(queue, 0, words_before())) {
        return static_cast<std::ptrdiff_t>(*before) - static_cast<std::ptrdiff_t>(zones_.before);
    }
    if (const auto after = first_change(queue, zones_.before + bytes_, words_after())) {
        return static_cast<std::ptrdiff_t>(bytes_ + *after);
    }
    return {};
}

std::optional<std::size_t> GuardedBuffer::changed(const cl::CommandQueue& queue,
                                                  std::span<const std::byte> content) const {
    return first_change(queue, zones_.before, content);
}

}  // namespace hone
