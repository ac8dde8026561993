// SPDX-License-Identifier: MIT
// Parts of a buffer are compared in the bytes of the buffer that they are cut from.
#include "db/launch/overlap.hpp"

#include <algorithm>
#include <tuple>

namespace hone::launch {
namespace {

/// Rows of bytes in a buffer that is no part of another.
struct Place {
    cl_mem whole;
    std::size_t begin, width, stride, rows;

    std::size_t end() const { return begin + (rows - 1) * stride + width; }
};

template <class T>
T told(const hone_opencl& opencl, cl_mem buffer, cl_mem_info what) {
    T value{};
    const cl_int status = opencl.clGetMemObjectInfo(buffer, what, sizeof value, &value, nullptr);
    return status == CL_SUCCESS ? value : T{};
}

Place place_of(const hone_opencl& opencl, const Stored& stored) {
    Place place{stored.buffer, stored.offset * stored.element, stored.columns * stored.element,
                std::max(stored.stride, stored.columns) * stored.element, stored.rows};
    const auto whole = told<cl_mem>(opencl, stored.buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
    if (!whole) return place;
    place.whole = whole;
    place.begin += told<std::size_t>(opencl, stored.buffer, CL_MEM_OFFSET);
    return place;
}

/// Whether a row of the place has a byte between these.
bool has_byte_in(const Place& place, std::size_t begin, std::size_t end) {
    const std::size_t first_end = place.begin + place.width;
    const std::size_t row = begin < first_end ? 0 : (begin - first_end) / place.stride + 1;
    return row < place.rows && place.begin + row * place.stride < end;
}

bool overlap(const Place& one, const Place& other) {
    if (one.whole != other.whole || one.begin >= other.end() || other.begin >= one.end())
        return false;
    const auto& [few, many] = one.rows < other.rows ? std::tie(one, other) : std::tie(other, one);
    for (std::size_t row = 0; row < few.rows; ++row) {
        const std::size_t begin = few.begin + row * few.stride;
        if (has_byte_in(many, begin, begin + few.width)) return true;
    }
    return false;
}

}  // namespace

void check_apart(const hone_opencl& opencl, const Stored& written, const Stored& read) {
    if (overlap(place_of(opencl, written), place_of(opencl, read)))
        throw Failure(HONE_BAD_ARGUMENT, written.name + " lies in the memory of " + read.name +
                                             ", which is read while it is written");
}

}  // namespace hone::launch
