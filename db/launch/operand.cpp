// SPDX-License-Identifier: MIT
// A sub-buffer needs no copy; a copy omits the gaps between rows.
#include "db/launch/operand.hpp"

#include <algorithm>
#include <cstdint>

namespace hone::launch {
namespace {

using program::check;
using program::own;

template <class T>
T info_of(const hone_opencl& opencl, cl_mem buffer, cl_mem_info what) {
    T value{};
    const cl_int status = opencl.clGetMemObjectInfo(buffer, what, sizeof value, &value, nullptr);
    return status == CL_SUCCESS ? value : T{};
}

/// A sub-buffer that begins there; null if the device rejects the offset.
Owned<cl_mem> sub_buffer(const hone_opencl& opencl, const Beginning& beginning, std::size_t bytes) {
    const cl_buffer_region region{beginning.begin, bytes};
    cl_int status = CL_SUCCESS;
    cl_mem part = opencl.clCreateSubBuffer(beginning.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                           &region, &status);
    return own(status == CL_SUCCESS ? part : nullptr, opencl.clReleaseMemObject);
}

/// Whether the device reads host memory directly. A device with separate memory copies the data.
bool shares_memory(const program::BuildContext& where) {
    cl_bool shares = CL_TRUE;
    const int status = where.opencl.device_info(where.device, CL_DEVICE_HOST_UNIFIED_MEMORY,
                                                sizeof shares, &shares, nullptr);
    return status != CL_SUCCESS || shares != CL_FALSE;
}

/// Whether the buffer uses host memory (CL_MEM_USE_HOST_PTR) whose address is not aligned for the
/// kernels' vectors. Memory that drivers allocate is always aligned.
bool is_misaligned(const program::BuildContext& where, const MatrixView& stored) {
    constexpr std::uintptr_t widest = 64;
    const hone_opencl& opencl = where.opencl;
    const auto flags = info_of<cl_mem_flags>(opencl, stored.buffer, CL_MEM_FLAGS);
    if ((flags & CL_MEM_USE_HOST_PTR) == 0) return false;
    const auto address = info_of<std::uintptr_t>(opencl, stored.buffer, CL_MEM_HOST_PTR);
    return (address + stored.offset * stored.element) % widest != 0 && shares_memory(where);
}

std::size_t elements(const MatrixView& stored) {
    return (stored.rows - 1) * stored.stride + stored.columns;
}

}  // namespace

Beginning beginning_of(const hone_opencl& opencl, const MatrixView& stored) {
    const std::size_t begin = stored.offset * stored.element;
    const auto whole = info_of<cl_mem>(opencl, stored.buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
    if (!whole) return {stored.buffer, begin};
    return {whole, begin + info_of<std::size_t>(opencl, stored.buffer, CL_MEM_OFFSET)};
}

Operand::Operand(const program::BuildContext& where, MatrixView stored)
    : opencl_(where.opencl),
      stored_(std::move(stored)),
      own_(own<cl_mem>(nullptr, opencl_.clReleaseMemObject)) {
    check_size();
    const bool misaligned = is_misaligned(where, stored_);
    if (stored_.offset == 0 && !misaligned) return;
    origin_ = beginning_of(opencl_, stored_);
    if (!misaligned) own_ = sub_buffer(opencl_, origin_, elements(stored_) * stored_.element);
    if (own_) return;
    copied_ = true;
    cl_int status = CL_SUCCESS;
    own_ = own(
        opencl_.clCreateBuffer(where.context, CL_MEM_READ_WRITE,
                               stored_.rows * stored_.columns * stored_.element, nullptr, &status),
        opencl_.clReleaseMemObject);
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
    const std::size_t there[3] = {origin_.begin, 0, 0};
    const std::size_t here[3] = {0, 0, 0};
    const std::size_t region[3] = {stored_.columns * stored_.element, stored_.rows, 1};
    const std::size_t pitch = std::max(stored_.stride, stored_.columns) * stored_.element;
    cl_event event = nullptr;
    check(opencl_.clEnqueueCopyBufferRect(
              queue, in ? origin_.buffer : own_.get(), in ? own_.get() : origin_.buffer,
              in ? there : here, in ? here : there, region, in ? pitch : region[0], 0,
              in ? region[0] : pitch, 0, static_cast<cl_uint>(waits.size()),
              waits.empty() ? nullptr : waits.data(), &event),
          [&] { return "clEnqueueCopyBufferRect of " + stored_.name; });
    return own(event, opencl_.clReleaseEvent);
}

}  // namespace hone::launch
