// SPDX-License-Identifier: MIT
// A sub-buffer costs nothing; a copy takes the rows without their gaps.
#include "db/launch/operand.hpp"

#include <algorithm>
#include <cstdint>

namespace hone::launch {
namespace {

using program::check;
using program::own;

/// From the element at this offset to the end of the buffer; nothing where the device does not
/// allow it, or the buffer is part of another.
Owned<cl_mem> sub_buffer(const hone_opencl& opencl, const Stored& stored, std::size_t bytes) {
    const cl_buffer_region region{stored.offset * stored.element, bytes};
    cl_int status = CL_SUCCESS;
    cl_mem part =
        opencl.clCreateSubBuffer(stored.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    return own(status == CL_SUCCESS ? part : nullptr, opencl.clReleaseMemObject);
}

/// Whether the application's own memory lies below the buffer, and what is meant begins at an address for which the
/// kernels' vectors are too wide. Drivers align what they allocate.
bool is_misaligned(const hone_opencl& opencl, const Stored& stored) {
    constexpr std::uintptr_t widest = 64;
    cl_mem_flags flags = 0;
    void* memory = nullptr;
    const auto ask = [&](cl_mem_info what, std::size_t size, void* answer) {
        return opencl.clGetMemObjectInfo(stored.buffer, what, size, answer, nullptr) == CL_SUCCESS;
    };
    if (!ask(CL_MEM_FLAGS, sizeof flags, &flags) || (flags & CL_MEM_USE_HOST_PTR) == 0)
        return false;
    if (!ask(CL_MEM_HOST_PTR, sizeof memory, static_cast<void*>(&memory))) return false;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    return (address + stored.offset * stored.element) % widest != 0;
}

std::size_t elements(const Stored& stored) {
    return (stored.rows - 1) * stored.stride + stored.columns;
}

}  // namespace

Operand::Operand(const hone_opencl& opencl, cl_context context, Stored stored)
    : opencl_(opencl),
      stored_(std::move(stored)),
      own_(own<cl_mem>(nullptr, opencl.clReleaseMemObject)) {
    check_size();
    const bool misaligned = is_misaligned(opencl, stored_);
    if (stored_.offset == 0 && !misaligned) return;
    if (!misaligned) own_ = sub_buffer(opencl, stored_, elements(stored_) * stored_.element);
    if (own_) return;
    copied_ = true;
    cl_int status = CL_SUCCESS;
    own_ = own(
        opencl.clCreateBuffer(context, CL_MEM_READ_WRITE,
                              stored_.rows * stored_.columns * stored_.element, nullptr, &status),
        opencl.clReleaseMemObject);
    check(status, [&] { return "clCreateBuffer for a copy of " + stored_.name; });
}

void Operand::check_size() const {
    if (!stored_.buffer) throw Failure(HONE_BAD_ARGUMENT, stored_.name + " has no buffer");
    std::size_t bytes = 0;
    check(opencl_.clGetMemObjectInfo(stored_.buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
          [&] { return "clGetMemObjectInfo of " + stored_.name; });
    const std::size_t have = bytes / stored_.element;
    const std::size_t needed = elements(stored_);
    if (stored_.offset <= have && needed <= have - stored_.offset) return;
    throw Failure(HONE_BAD_ARGUMENT, stored_.name + " has " + std::to_string(needed) +
                                         " elements from offset " + std::to_string(stored_.offset) +
                                         ", but its buffer has " + std::to_string(have));
}

Owned<cl_event> Operand::copy_in(cl_command_queue queue, std::span<const cl_event> waits) const {
    return copy(queue, true, waits);
}

Owned<cl_event> Operand::copy_back(cl_command_queue queue, std::span<const cl_event> waits) const {
    return copy(queue, false, waits);
}

Owned<cl_event> Operand::copy(cl_command_queue queue, bool in,
                              std::span<const cl_event> waits) const {
    if (!copied_) return own<cl_event>(nullptr, opencl_.clReleaseEvent);
    const std::size_t there[3] = {stored_.offset * stored_.element, 0, 0};
    const std::size_t here[3] = {0, 0, 0};
    const std::size_t region[3] = {stored_.columns * stored_.element, stored_.rows, 1};
    const std::size_t pitch = std::max(stored_.stride, stored_.columns) * stored_.element;
    cl_event event = nullptr;
    check(opencl_.clEnqueueCopyBufferRect(
              queue, in ? stored_.buffer : own_.get(), in ? own_.get() : stored_.buffer,
              in ? there : here, in ? here : there, region, in ? pitch : region[0], 0,
              in ? region[0] : pitch, 0, static_cast<cl_uint>(waits.size()),
              waits.empty() ? nullptr : waits.data(), &event),
          [&] { return "clEnqueueCopyBufferRect of " + stored_.name; });
    return own(event, opencl_.clReleaseEvent);
}

}  // namespace hone::launch
